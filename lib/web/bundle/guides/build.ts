import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path';
import { build } from 'esbuild';
import { forBrowsers } from '#lib/web/bundle/build.ts';
import { pictureOf } from './documents.ts';
import { indexOf } from './search.ts';
import { Site } from './site.ts';

/** The built guides: each page and each file that pages load, by its address. */
export type Guides = ReadonlyMap<string, Uint8Array>;

const bytes = (text: string) => new TextEncoder().encode(text);

/** Builds the guides in memory, from the Markdown of this repository. Throws esbuild's error where a file is wrong. */
export async function buildGuides(): Promise<Guides> {
  const { outputFiles } = await build({
    ...forBrowsers,
    entryPoints: { guides: './guides/main.ts', 'guides-style': './styles/guides.css' },
  });
  const built = outputFiles.map(({ path, contents }) => [basename(path), contents] as const);
  const named = (file: RegExp) => built.find(([name]) => file.test(name))?.[0] ?? '';
  const site = new Site();
  const search = marked('search.json', bytes(indexOf(site.entries)));
  const pictures = new Map(site.pictures.map((file) => [file, marked(basename(file), pictureOf(file))]));
  const pages = site.pages({
    style: named(/^guides-style-/),
    script: named(/^guides-\w+\.js$/),
    search: search[0],
    picture: (file) => pictures.get(file)?.[0] ?? '',
  });
  const assets = [...built, search, ...pictures.values()];
  return new Map([
    ...[...pages].map(([path, html]) => [path, bytes(html)] as const),
    ...assets.map(([name, content]) => [`/guides/assets/${name}`, content] as const),
  ]);
}

/** A file under a name that changes with its contents. */
function marked(name: string, content: Uint8Array): readonly [string, Uint8Array] {
  const mark = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const ending = extname(name);
  return [`${basename(name, ending)}-${mark}${ending}`, content];
}
