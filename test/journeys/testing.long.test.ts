import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blocksOf } from '#test/support/documents.ts';

/*
 * A stranger's project, outside the checkout, has the packed svc-testing, and the files that docs/testing.md shows.
 * Each is run as it is printed.
 */

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);
let project: string;

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'svc-shop-'));
  writeFileSync(join(project, 'package.json'), '{ "name": "shop", "type": "module" }\n');
  const { stdout } = await run(process.execPath, [join(root, 'lib/deploy/npm/testing.ts'), project], { cwd: root });
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', stdout.trim()], { cwd: project });
  // What a project of its own has installed.
  for (const name of ['vitest', 'typescript', '@types/node']) {
    mkdirSync(join(project, 'node_modules/@types'), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name));
  }
  for (const { file, text } of blocksOf('docs/testing.md')) if (file) writeFileSync(join(project, file), text);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Runs a program in the project, and answers how it ended and what it wrote. */
async function ran(file: string, args: string[]): Promise<{ status: number; output: string }> {
  const env = { ...withoutVitest(), SVC_CHECKOUT: root };
  try {
    const { stdout, stderr } = await run(file, args, { cwd: project, env, maxBuffer: 2 ** 24 });
    return { status: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { status: code, output: stdout + stderr };
  }
}

const withoutVitest = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|SVC|NODE_OPTIONS)/.test(name)));

test('its types hold under the strictest rules, with nothing but the package', async () => {
  const options = [
    '--strict',
    '--noEmit',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--exactOptionalPropertyTypes',
  ];
  const more = ['--noUncheckedIndexedAccess', '--types', 'node', '--lib', 'es2025,dom,dom.iterable,esnext.disposable'];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { status, output } = await ran(process.execPath, [tsc, ...options, ...more, 'shop.test.ts']);
  expect({ status, output: output.trim() }).toEqual({ status: 0, output: '' });
});

test('the Vitest example passes', async () => {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { status, output } = await ran(process.execPath, [vitest, 'run', 'shop.test.ts', '--root', project]);
  expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining('3 passed') });
});

test.each([
  ['this Node', process.execPath],
  ['the Node of the system', nodeOfSystem()],
])('the node:test example passes on %s', async (_, node) => {
  const { status, output } = await ran(node, ['--test', 'shop.test.mjs']);
  expect({ status, output }).toEqual({ status: 0, output: expect.stringMatching(/^# pass 1|ℹ pass 1/m) });
});

const pytest = ['python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider'] as const;
const hasPytest = spawnSync(pytest[0], ['-m', 'pytest', '--version']).status === 0;

test.skipIf(!hasPytest)('the pytest example passes (needs pytest)', async () => {
  const { status, output } = await ran(pytest[0], pytest.slice(1));
  expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining('1 passed') });
});

/** The first Node on PATH that is not the one of this checkout. */
function nodeOfSystem(): string {
  const path = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  const { stdout } = spawnSync('sh', ['-c', 'command -v node'], { env: { PATH: path.join(':') }, encoding: 'utf8' });
  return stdout.trim() || process.execPath;
}
