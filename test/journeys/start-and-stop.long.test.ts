import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { markOf } from '#lib/local/data/processes.ts';
import { startDynoxide } from '#lib/local/dynamodb/dynoxide.ts';
import { unusedPort } from '#test/support/http/unused-port.ts';
import { killPart, partOf } from '#test/support/platform/parts.ts';
import {
  type PlatformOptions,
  type RunningPlatform,
  StartFailure,
  startPlatform,
} from '#test/support/platform/platform.ts';
import { hasNamespaces } from '#test/support/processes/namespaces.ts';
import { processesOf } from '#test/support/processes/processes-of.ts';

let parent: string;
let dataDir: string;
let running: RunningPlatform[] = [];
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'svc-journey-'));
  dataDir = join(parent, 'state');
});
afterEach(async () => {
  for (const platform of running) await platform.stop().catch(() => null);
  running = [];
  rmSync(parent, { recursive: true, force: true });
});

const start = async (options: PlatformOptions = {}): Promise<RunningPlatform> => {
  const env = { SVC_COMPUTE: 'simulated', ...options.env };
  const platform = await startPlatform({ dataDir, ...options, env });
  running.push(platform);
  return platform;
};
/** The one sentence that a start fails with. */
const refusal = async (options: PlatformOptions = {}): Promise<string> => {
  const error = await start(options).then(
    () => undefined,
    (e) => e,
  );
  expect(error).toBeInstanceOf(StartFailure);
  expect(error.status).toBe(1);
  return error.stderr;
};
const post = async ({ baseUrl }: RunningPlatform, path: string, body: object) => {
  const reply = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
};
const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

describe('one platform, started and ended again and again', () => {
  const user = { email: 'asha@example.com', password: 'correct horse battery staple', name: 'Asha' };
  const day = 86_400;
  let folder: string;
  let platform: RunningPlatform;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-journey-'));
  });
  afterAll(async () => {
    await platform?.stop().catch(() => null);
    rmSync(folder, { recursive: true, force: true });
  });
  const begin = async () => {
    platform = await startPlatform({ dataDir: join(folder, 'state'), env: { SVC_COMPUTE: 'simulated' } });
  };
  const isOver = async () => {
    expect(processesOf(folder)).toEqual([]);
    expect(await answers(platform.port)).toBe(false);
    for (const name of ['lock', 'run.json']) expect(existsSync(join(folder, 'state', name))).toBe(false);
  };

  it('says where everything is', async () => {
    await begin();
    expect(platform.output()).toMatch(/^\nsvc is up \(ready in \d+\.\d s\)\n/);
    expect(platform.output()).toContain(`  API      ${platform.baseUrl}\n`);
    expect(platform.output()).toContain('  compute  simulated  (without: SSH,');
    expect(platform.output()).toContain(`  state    ${join(folder, 'state')}\n`);
    expect(platform.output().includes('  users    only you')).toBe(!hasNamespaces);
    expect((await fetch(`${platform.baseUrl}/healthz`)).status).toBe(200);
    expect(processesOf(folder).length).toBeGreaterThan(1);
  });

  it('keeps its folder from another, which is told its address', async () => {
    const state = join(folder, 'state');
    expect(await refusal({ dataDir: state })).toBe(
      `svc: SVC_DATA_DIR ${state} is in use by the platform at ${platform.baseUrl} (process ${platform.pid}); stop that one, or set SVC_DATA_DIR, SVC_PORT and SVC_S3_PORT to others\n`,
    );
  });

  it('notices that its agent was killed, and starts another', async () => {
    const before = partOf(platform, 'agent');
    expect(before).toBeDefined();
    killPart(platform, 'agent');
    await expect.poll(() => markOf(before ?? 0)).toBeUndefined();
    await expect.poll(() => partOf(platform, 'agent')).toBeDefined();
    expect(platform.output()).toContain('the host agent ended (SIGKILL); starting it again in 250 ms');
  });

  it('ends by SIGINT with status 0, and leaves no process, port or lock', async () => {
    expect((await post(platform, '/auth/register', user)).status).toBe(201);
    const moved = await post(platform, '/dev/clock', { advance_seconds: day });
    expect(moved).toMatchObject({ status: 200, body: { offset_seconds: day } });
    expect(await platform.stop('SIGINT')).toBe(0);
    await isOver();
  });

  it('has its clock where it was put, and all that was acknowledged', async () => {
    await begin();
    const clock = await (await fetch(`${platform.baseUrl}/dev/clock`)).json();
    expect(clock).toMatchObject({ offset_seconds: day });
    expect(await post(platform, '/dev/clock', { reset: true })).toMatchObject({ body: { offset_seconds: 0 } });
    const { email, password } = user;
    expect((await post(platform, '/auth/login', { email, password })).status).toBe(200);
  });

  it('leaves nothing behind after a SIGKILL, and the next start finds all that was acknowledged', async () => {
    const late = { ...user, email: 'late@example.com' };
    expect((await post(platform, '/auth/register', late)).status).toBe(201);
    await platform.kill();
    await expect.poll(() => processesOf(folder)).toEqual([]);
    await begin();
    const { email, password } = late;
    expect((await post(platform, '/auth/login', { email, password })).status).toBe(200);
  });

  it('knows nothing of another beside it, whose engine is the one that SVC_DYNAMODB_ENDPOINT names', async () => {
    const engine = await startDynoxide({ isolated: false });
    const other = await start({ env: { SVC_DYNAMODB_ENDPOINT: engine.endpoint } });
    expect((await post(other, '/auth/register', user)).status).toBe(201);
    expect(existsSync(join(dataDir, 'dynamodb.sqlite'))).toBe(false);
    expect(await other.stop()).toBe(0);
    expect(markOf(engine.pid)).toBeDefined();
    await engine.stop();
    expect((await fetch(`${platform.baseUrl}/healthz`)).status).toBe(200);
  });

  it('ends by SIGTERM with status 0, and leaves no process, port or lock', async () => {
    expect(await platform.stop()).toBe(0);
    await isOver();
  });
});

test('a taken port is refused, and nothing stays behind', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  expect(await refusal({ env: { SVC_PORT: String(port) } })).toBe(
    `svc: SVC_PORT ${port} on 127.0.0.1: already in use; stop what uses it, or set SVC_PORT to another\n`,
  );
  server.close();
  expect(processesOf(dataDir)).toEqual([]);
});

test('wrong settings, a newer format and a folder that cannot be made are refused in one sentence each', async () => {
  expect(await refusal({ env: { SVC_COMPUTE: 'docker' } })).toBe(
    'svc: SVC_COMPUTE: "docker" is not one of auto, container, process, qemu, simulated\n',
  );
  expect(await refusal({ dataDir: '/proc/svc' })).toMatch(/^svc: SVC_DATA_DIR \/proc\/svc cannot be used: .+\n$/);
  expect(await refusal({ env: { SVC_DYNAMODB_ENDPOINT: 'http://127.0.0.1:1' } })).toBe(
    'svc: SVC_DYNAMODB_ENDPOINT http://127.0.0.1:1 cannot hold the table: nothing answers there\n',
  );
  writeFileSync(join(dataDir, 'format'), '2\n');
  expect(await refusal()).toBe(
    `svc: SVC_DATA_DIR ${dataDir} was written by a newer version (format 2, this one reads up to 1); update, or choose another folder\n`,
  );
});

test('a signal in the middle of the start ends it with status 0 and leaves nothing', async () => {
  const program = fileURLToPath(import.meta.resolve('#lib/local/start.mjs'));
  const env = {
    PATH: process.env.PATH,
    SVC_DATA_DIR: dataDir,
    SVC_PORT: `${await unusedPort()}`,
    SVC_S3_PORT: `${await unusedPort()}`,
    SVC_COMPUTE: 'simulated',
  };
  const child = spawn(process.execPath, [program], { env, stdio: 'ignore' });
  const exited = new Promise((resolve) => child.once('exit', (status, signal) => resolve(status ?? signal)));
  await expect.poll(() => existsSync(join(dataDir, 'lock'))).toBe(true);
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
  expect(processesOf(dataDir)).toEqual([]);
  expect(existsSync(join(dataDir, 'lock'))).toBe(false);
});

test('a signal ends it where nobody reads its output any more', async () => {
  const program = fileURLToPath(import.meta.resolve('#lib/local/start.mjs'));
  const port = await unusedPort();
  const env = {
    PATH: process.env.PATH,
    SVC_DATA_DIR: dataDir,
    SVC_PORT: `${port}`,
    SVC_S3_PORT: `${await unusedPort()}`,
    SVC_COMPUTE: 'simulated',
  };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise((resolve) => child.once('exit', (status, signal) => resolve(status ?? signal)));
  await new Promise<void>((resolve) => child.stdout.on('data', (text) => `${text}`.includes('svc is up') && resolve()));
  child.stdout.destroy();
  child.stderr.destroy();
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
  expect(processesOf(dataDir)).toEqual([]);
});
