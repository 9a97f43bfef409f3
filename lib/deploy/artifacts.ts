import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ZipFile } from 'yazl';
import { type Bundle, closure } from './bundle.ts';
import type { Packaged, Zip } from './quotas/quota.ts';

/** What only the functions carry that may load it: machine code, and the script of the API's reference. */
const isApart = (path: string) => /\.(?:node|br)$/.test(path);

/** The zip of all handlers that need nothing apart. */
export const SHARED_ZIP = 'functions.zip';

/** What was written. */
export interface Artifacts {
  /** The path of the zip of each module. */
  readonly pathOf: ReadonlyMap<string, string>;
  readonly zips: Packaged['zips'];
}

/** Writes the zips into `folder`, each with what is apart. */
export async function writeArtifacts(bundle: Bundle, modules: readonly string[], folder: string): Promise<Artifacts> {
  mkdirSync(folder, { recursive: true });
  const read = (name: string): [string, Buffer] => [name, readFileSync(join(bundle.outdir, name))];
  const scripts = [...bundle.outputs.keys()].filter((path) => !isApart(path)).map(read);
  const zips = new Map([[SHARED_ZIP, new Map(scripts)]]);
  const nameOf = new Map<string, string>();
  for (const module of modules) {
    const apart = [...closure(bundle, module, 'ever')].filter(isApart).sort();
    const name = zipName(apart);
    nameOf.set(module, join(folder, name));
    zips.set(name, new Map([...scripts, ...apart.map(read)]));
  }
  for (const [name, files] of zips) await writeZip(join(folder, name), files);
  const sizes = [...zips].map(([name, files]) => [name, sizesOf(join(folder, name), files)]);
  return { pathOf: nameOf, zips: Object.fromEntries(sizes) };
}

const sizesOf = (zip: string, files: ReadonlyMap<string, Buffer>): Zip => ({
  packed: statSync(zip).size,
  unpacked: [...files.values()].reduce((sum, { length }) => sum + length, 0),
});

/** One zip for all handlers that need nothing apart, and one for each set of such files that handlers need. */
function zipName(apart: readonly string[]): string {
  const names = apart.map((path) => /([^/.]+)\.[^/]*$/.exec(path)?.[1]);
  return names.length > 0 ? `functions-${names.join('-')}.zip` : SHARED_ZIP;
}

/** The first time that a zip can hold, in local time as the format keeps it: the same bytes in every time zone. */
const EPOCH = new Date(1980, 0, 1);

/** Writes a zip whose bytes depend on names and contents alone. */
async function writeZip(path: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  const zip = new ZipFile();
  for (const [name, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    zip.addBuffer(content, name, { mtime: EPOCH, mode: 0o100644, forceDosTimestamp: true });
  }
  zip.end();
  const out = createWriteStream(path);
  zip.outputStream.pipe(out);
  await once(out, 'close');
}
