import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';

/* `npm run package:cli [-- <folder>]`: the command line as a package of its own, by default in `.build`. */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);

/** Libraries of the older kind ask for Node's modules by `require`. */
const banner =
  "import { createRequire as svcRequire } from 'node:module';\nconst require = svcRequire(import.meta.url);";

const starter = `#!/usr/bin/env node
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
// A cache of our own: the one by default is a folder that anybody on this machine could fill.
module.enableCompileCache?.(join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'svc', 'compiled'));
const { main } = await import('./main.js');
process.exitCode = await main(process.argv.slice(2), VERSION);
`;

const { version, license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Record<string, string>;
const into = resolve(process.argv[2] ?? `${root}.build`);
const dir = await mkdtemp(join(tmpdir(), 'svc-npm-'));
try {
  await build({
    absWorkingDir: root,
    entryPoints: ['lib/cli/main.ts'],
    outdir: dir,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    banner: { js: banner },
    legalComments: 'none',
    logLevel: 'silent',
  });
  const about = { description: 'The command line of svc.', license, type: 'module', engines: { node: '>=20.19' } };
  const manifest = { name: 'svc-cli', version, ...about, bin: { svc: 'svc.mjs' } };
  await writeFile(join(dir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(
    join(dir, 'svc.mjs'),
    starter.replace('VERSION', () => JSON.stringify(version)),
    { mode: 0o755 },
  );
  await cp(join(root, 'docs/cli.md'), join(dir, 'README.md'));
  await cp(join(root, 'LICENSE'), join(dir, 'LICENSE'));
  await mkdir(into, { recursive: true });
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', into], { cwd: dir });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  process.stdout.write(`${join(into, packed?.filename ?? '')}\n`);
} finally {
  await rm(dir, { recursive: true, force: true });
}
