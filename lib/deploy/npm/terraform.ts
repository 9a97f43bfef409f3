import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { ZipFile } from 'yazl';

/*
 * `npm run package:terraform [-- <source address> [<folder>]]`: the Terraform provider, by default as
 * `svc.invalid/svc/svc` in `.build/terraform`: a filesystem mirror, and what a registry wants of a release.
 */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const platforms = ['linux_amd64', 'linux_arm64', 'darwin_amd64', 'darwin_arm64'];

/** A head that is shell and JavaScript at once: the file has no extension, and a machine without Node says so. */
const head = `#!/bin/sh
":" //; if command -v node >/dev/null 2>&1; then exec node "$0" "$@"; fi
":" //; echo "The Terraform provider svc needs Node 20.19 or later on the PATH (https://nodejs.org)." >&2; exit 127
`;

const [source = 'svc.invalid/svc/svc', folder = join(root, '.build/terraform')] = process.argv.slice(2);
if (!/^[a-z0-9.-]+(:\d+)?\/[a-z0-9_-]+\/svc$/.test(source)) {
  process.stderr.write(`source address: "${source}" is none (host/namespace/svc)\n`);
  process.exit(1);
}
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
const name = `terraform-provider-svc_${version}`;
const into = resolve(folder);
await rm(into, { recursive: true, force: true });
const bundle = await build({
  absWorkingDir: root,
  entryPoints: ['lib/terraform/main.ts'],
  write: false,
  bundle: true,
  minify: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  legalComments: 'none',
  logLevel: 'silent',
});
const program = Buffer.from(head + bundle.outputFiles[0]?.text);
const zip = await zipped(`terraform-provider-svc_v${version}`, program);
const files = platforms.map((platform) => [`${name}_${platform}.zip`, zip] as const);
const manifest = Buffer.from(`${JSON.stringify({ version: 1, metadata: { protocol_versions: ['6.0'] } }, null, 2)}\n`);
const released = [...files, [`${name}_manifest.json`, manifest] as const];
const sums = released.map(([file, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${file}\n`);

for (const [file, bytes] of files) await put(join(into, 'mirror', source, file), bytes);
for (const [file, bytes] of released) await put(join(into, 'registry', file), bytes);
await put(join(into, 'registry', `${name}_SHA256SUMS`), Buffer.from(sums.join('')));
process.stdout.write(`${join(into, 'mirror')}\n`);

async function put(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
}

/** A zip with one program in it. */
async function zipped(name: string, program: Buffer): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(program, name, { mode: 0o100755, mtime: new Date('2026-01-01T00:00:00Z') });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
