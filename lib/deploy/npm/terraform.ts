import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { ZipFile } from 'yazl';
import { standalone } from './standalone.ts';

/*
 * `npm run package:terraform [-- [--standalone] [<source address> [<folder>]]]`: the Terraform provider, by default as
 * `svc.invalid/svc/svc` in `.build/terraform`: a filesystem mirror, and what a registry wants of a release. Run on
 * Linux with `--standalone`, the zip for Linux on this processor has Node in it.
 */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const platforms = ['linux_amd64', 'linux_arm64', 'darwin_amd64', 'darwin_arm64'];

/** A head that is shell and JavaScript at once: the file has no extension, and a machine without Node says so. */
const head = `#!/bin/sh
":" //; if command -v node >/dev/null 2>&1; then exec node "$0" "$@"; fi
":" //; echo "The Terraform provider svc needs Node 20.19 or later on the PATH (https://nodejs.org)." >&2; exit 127
`;

const words = process.argv.slice(2);
const isStandalone = words.includes('--standalone');
const [source = 'svc.invalid/svc/svc', folder = join(root, '.build/terraform')] = words.filter(
  (word) => word !== '--standalone',
);
if (!/^[a-z0-9.-]+(:\d+)?\/[a-z0-9_-]+\/svc$/.test(source)) {
  process.stderr.write(`source address: "${source}" is none (host/namespace/svc)\n`);
  process.exit(1);
}
if (isStandalone && process.platform !== 'linux') {
  process.stderr.write(`--standalone: is not made on ${process.platform} (linux)\n`);
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
const script = bundle.outputFiles[0]?.text ?? '';
const program = `terraform-provider-svc_v${version}`;
const zip = await zipped({ [program]: Buffer.from(head + script) });
const whole = isStandalone && (await zipped({ [program]: standalone(script), ...(await licence()) }));
const own = `linux_${{ x64: 'amd64' }[process.arch as string] ?? process.arch}`;
const files = platforms.map((platform) => [`${name}_${platform}.zip`, (platform === own && whole) || zip] as const);
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

/** The licence of the Node that runs this, where it lies beside it: who passes Node on passes that on. */
async function licence(): Promise<Record<string, Buffer>> {
  const path = join(dirname(process.execPath), '../LICENSE');
  return existsSync(path) ? { 'LICENSE.node': await readFile(path) } : {};
}

/** A zip with a program and what belongs to it. */
async function zipped(contents: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(contents)) {
    zip.addBuffer(content, name, { mode: 0o100755, mtime: new Date('2026-01-01T00:00:00Z') });
  }
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
