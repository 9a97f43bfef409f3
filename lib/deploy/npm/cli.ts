import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundleCommandLine } from './cli-bundle.mjs';

/* `npm run package:cli [-- <folder>]`: the command line as a package of its own, by default in `.build`. */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);

const starter = (file: string, given: string) => `#!/usr/bin/env node
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.mjs';
const here = fileURLToPath(new URL('.', import.meta.url));
// A folder of this user alone: code in it runs.
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'svc', 'compiled');
await run(join(here, '${file}'), { cache, place: here, version: '${given}' }, process.argv.slice(2));
`;

const { version, license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Record<string, string>;
const into = resolve(process.argv[2] ?? `${root}.build`);
const dir = await mkdtemp(join(tmpdir(), 'svc-npm-'));
try {
  const { file } = await bundleCommandLine(root, dir);
  const about = { description: 'The command line of svc.', license, type: 'module', engines: { node: '>=20.19' } };
  const manifest = { name: 'svc-cli', version, ...about, bin: { svc: 'svc.mjs' } };
  await writeFile(join(dir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(join(dir, 'svc.mjs'), starter(file, version ?? ''), { mode: 0o755 });
  await cp(join(root, 'lib/cli/launcher/run.mjs'), join(dir, 'run.mjs'));
  await cp(join(root, 'docs/cli.md'), join(dir, 'README.md'));
  await cp(join(root, 'LICENSE'), join(dir, 'LICENSE'));
  await mkdir(into, { recursive: true });
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', into], { cwd: dir });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  process.stdout.write(`${join(into, packed?.filename ?? '')}\n`);
} finally {
  await rm(dir, { recursive: true, force: true });
}
