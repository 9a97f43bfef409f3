import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, passphrase } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
let platform: RunningPlatform;
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'svc-cli-'));
  platform = await startPlatform({ env: { SVC_COMPUTE: 'container' } });
});

afterAll(async () => {
  await platform?.stop();
  await rm(dir, { recursive: true, force: true });
});

/** Runs a command of the installed package by the Node of this machine, whichever that is. */
function installed(words: readonly string[], input = '') {
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  const env = { PATH: folders.join(':'), HOME: dir, SVC_ENDPOINT: platform.baseUrl };
  const running = run(join(dir, 'bin/svc'), words, { env, cwd: dir });
  running.child.stdin?.end(input);
  return running;
}

test('the packed command line installs without the platform, and works by the Node of the system', async () => {
  const { stdout } = await run(process.execPath, ['lib/deploy/npm/cli.ts', dir], { cwd: root });
  await run('npm', ['install', '--global', '--offline', '--prefix', dir, stdout.trim()], { cwd: dir });
  expect((await installed(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  await installed(['register', 'ann@example.com', '--password-stdin'], `${passphrase}\n`);
  const flags = ['--instance-type', 's1-nano', '--image', 'debian-12', '-o', 'yaml', '--query', '{is: status}'];
  expect((await installed(['instance', 'launch', 'web', ...flags])).stdout).toBe('is: running\n');
  expect((await installed(['__complete', 'instance', 'get', 'w'])).stdout).toBe('web\n');
  // It ends with 1 where this host lacks something.
  const { stdout: examined } = await installed(['doctor', '-o', 'json']).catch((lacking) => lacking);
  expect(JSON.parse(examined).checks).toContainEqual(expect.objectContaining({ check: 'kernel', ok: true }));
});

test('bytes go to buckets and come back, and a machine has a terminal, by the Node of the system', async () => {
  const { access_token } = JSON.parse(await readFile(join(dir, '.config/svc/contexts/default.json'), 'utf8'));
  const client = new Client(platform.baseUrl, 'ann@example.com', access_token);
  await client.verify();
  await installed(['bucket', 'create', 'a-bucket-of-ann']);
  await writeFile(join(dir, 'large'), Buffer.alloc(20_000_000, 'large'));
  await installed(['cp', 'large', 's3://a-bucket-of-ann/large']);
  await installed(['cp', 's3://a-bucket-of-ann/large', 'back']);
  expect((await readFile(join(dir, 'back'))).equals(await readFile(join(dir, 'large')))).toBe(true);
  await expect(installed(['console', 'web'], 'exit 5\n')).rejects.toMatchObject({ code: 5 });
});

test('outside of a checkout there is nothing to start, and it says so', async () => {
  await expect(installed(['up'])).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^svc: this folder is not in a checkout of svc, .*\ntry: git clone, npm ci, and svc up there;/,
    ),
  });
});
