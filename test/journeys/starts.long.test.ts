import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pty from '@lydell/node-pty';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { alive, descendantsOf, signal } from '#test/lib/runtime/support/processes.ts';
import { leftBehind } from '#test/support/crash/site.ts';
import { ask, Client } from '#test/support/http/client.ts';
import { unusedPort } from '#test/support/http/unused-port.ts';
import { type PlatformOptions, StartFailure, startPlatform } from '#test/support/platform/platform.ts';
import { closeFolder, hasNamespaces, onTmpfs, withoutPowers } from '#test/support/processes/namespaces.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
let parent: string;
let dataDir: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'svc-starts-'));
  dataDir = join(parent, 'state');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** What a start that fails says, which is all that it writes. */
async function refusal(options: PlatformOptions): Promise<string> {
  const error = await startPlatform({ dataDir, ...options }).then(
    (platform) => platform.stop(),
    (failure: unknown) => failure,
  );
  if (!(error instanceof StartFailure)) throw new Error(`it started (${error})`);
  expect(error.status).toBe(1);
  expect(error.stderr.trimEnd().split('\n')).toHaveLength(1);
  return error.stderr;
}

async function freshEnvironment(more: object = {}): Promise<Record<string, string>> {
  const settings = { SVC_PORT: `${await unusedPort()}`, SVC_S3_PORT: `${await unusedPort()}`, SVC_DATA_DIR: dataDir };
  const own = Object.entries(process.env).filter(([name]) => !/^(SVC|AWS|SLS|VITEST|NODE_|npm_)/.test(name));
  return { ...(Object.fromEntries(own) as Record<string, string>), ...settings, ...more };
}

const isUp = async (port: string | undefined) =>
  (await ask(`http://localhost:${port}`, '/healthz').catch(() => undefined))?.status === 200;

it('Ctrl-C in a terminal ends `npm start` and all that it started', async () => {
  const env = await freshEnvironment();
  const terminal = pty.spawn('npm', ['start'], { cwd: root, env, cols: 200, rows: 50 });
  let shown = '';
  terminal.onData((text) => {
    shown += text;
  });
  const exited = new Promise<number>((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)));
  await eventually(() => shown.includes('svc is up'));
  const client = await Client.register(`http://localhost:${env.SVC_PORT}`);
  const machine = await client.launch();
  expect(machine.status).toBe('running');
  const family = descendantsOf(terminal.pid);
  expect(family.length).toBeGreaterThan(5);
  terminal.write('\x03');
  await exited;
  await expect.poll(() => alive(family)).toEqual([]);
  expect(leftBehind(dataDir, machine.public_ip)).toEqual([]);
  expect(shown.slice(shown.indexOf('^C'))).not.toMatch(/error/i);
});

it.runIf(hasNamespaces)(
  'without network namespaces it runs, and says that the machine must be its user’s alone',
  async () => {
    const forbid = 'echo 0 > /proc/sys/user/max_net_namespaces && exec "$@"';
    const wrapper = ['unshare', '-Ur', 'sh', '-c', forbid, 'sh'];
    const platform = await startPlatform({ dataDir, wrapper, env: { SVC_COMPUTE: 'simulated' } });
    await Client.register(platform.baseUrl);
    expect(platform.output()).toMatch(
      /^ {2}users {4}only you: without network namespaces, every user of this machine can/m,
    );
    expect(await platform.stop()).toBe(0);
  },
);

it('`npx serverless offline start` is the same platform', async () => {
  const env = await freshEnvironment({ SVC_COMPUTE: 'simulated' });
  const child = spawn('npx', ['serverless', 'offline', 'start'], { cwd: root, env, stdio: 'pipe', detached: true });
  let shown = '';
  child.stdout.on('data', (text: Buffer) => {
    shown += text;
  });
  const exited = new Promise((resolve) => child.once('close', resolve));
  await eventually(() => shown.includes('svc is up'));
  expect(await isUp(env.SVC_PORT)).toBe(true);
  const family = descendantsOf(child.pid ?? 0);
  signal(child.pid && -child.pid, 'SIGINT');
  await exited;
  await expect.poll(() => alive(family)).toEqual([]);
  expect(leftBehind(dataDir)).toEqual([]);
});

it('a driver that lacks what it boots, and settings that nobody can mean, are refused in one sentence', async () => {
  expect(await refusal({ env: { SVC_COMPUTE: 'qemu' } })).toBe(
    `svc: there is no guest image in ${join(dataDir, 'qemu')}: \`npm run qemu:install\` builds it\n`,
  );
  expect(leftBehind(dataDir)).toEqual([]);
  const settings = { SVC_PORT: '0', SVC_S3_PORT: 'x', SVC_TIME_SCALE: '-1', SVC_SFN_ENDPOINT: 'localhost' };
  expect(await refusal({ env: settings })).toBe(
    [
      'svc: SVC_PORT: "0" is not a port (1 to 65535)',
      'SVC_S3_PORT: "x" is not a port (1 to 65535)',
      'SVC_TIME_SCALE: "-1" is not a number from 0 to 1000',
      'SVC_SFN_ENDPOINT: "localhost" is not an http:// or https:// URL without a path\n',
    ].join('; '),
  );
});

it('a folder that holds something else is left alone', async () => {
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'thesis.tex'), 'years of work');
  expect(await refusal({})).toBe(`svc: SVC_DATA_DIR ${dataDir} holds other files; name an empty folder or a new one\n`);
});

it.runIf(hasNamespaces)('a folder that may not be written is refused in one sentence', async () => {
  const closed = join(parent, 'closed');
  mkdirSync(closed);
  closeFolder(closed);
  const state = join(closed, 'state');
  expect(await refusal({ dataDir: state, wrapper: withoutPowers })).toBe(
    `svc: SVC_DATA_DIR ${state} cannot be used: permission denied\n`,
  );
});

it.runIf(hasNamespaces)('a full disk is refused in one sentence', async () => {
  mkdirSync(dataDir);
  expect(await refusal({ wrapper: onTmpfs(dataDir, '16m') })).toBe(
    `svc: SVC_DATA_DIR ${dataDir} is on a full disk (16 MiB free, 64 MiB needed)\n`,
  );
});
