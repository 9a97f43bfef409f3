import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { markOf } from '#lib/local/data/processes.ts';
import { startDynoxide } from '#lib/local/dynamodb/dynoxide.ts';
import { type PlatformOptions, type RunningPlatform, StartFailure, startPlatform } from '#test/support/platform.ts';
import { processesOf } from '#test/support/processes-of.ts';

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

test('it says where everything is, and SIGTERM ends it with status 0 and leaves no process, port or lock', async () => {
  const platform = await start();
  expect(platform.output()).toMatch(/^\nsvc is up \(ready in \d+\.\d s\)\n/);
  expect(platform.output()).toContain(`  API      ${platform.baseUrl}\n`);
  expect(platform.output()).toContain('  compute  simulated  (without: SSH,');
  expect(platform.output()).toContain(`  state    ${dataDir}\n`);
  expect((await fetch(`${platform.baseUrl}/healthz`)).status).toBe(200);
  expect(processesOf(dataDir).length).toBeGreaterThan(1);
  expect(await platform.stop()).toBe(0);
  expect(processesOf(dataDir)).toEqual([]);
  expect(await answers(platform.port)).toBe(false);
  for (const name of ['lock', 'run.json']) expect(existsSync(join(dataDir, name))).toBe(false);
});

test('SIGINT ends it with status 0 as well', async () => {
  expect(await (await start()).stop('SIGINT')).toBe(0);
  expect(processesOf(dataDir)).toEqual([]);
});

test('after a SIGKILL nothing stays behind, and the next start finds all that was acknowledged', async () => {
  const first = await start();
  const user = { email: 'asha@example.com', password: 'correct horse battery staple', name: 'Asha' };
  const registered = await post(first, '/auth/register', user);
  expect(registered.status).toBe(201);
  await first.kill();
  await expect.poll(() => processesOf(dataDir), { timeout: 10_000 }).toEqual([]);
  const second = await start();
  const { email, password } = user;
  expect((await post(second, '/auth/login', { email, password })).status).toBe(200);
});

test('the civil clock stays where it was put', async () => {
  const first = await start();
  expect(await post(first, '/dev/clock', { advance_seconds: 86_400 })).toMatchObject({
    status: 200,
    body: { offset_seconds: 86_400 },
  });
  await first.stop();
  const second = await start();
  const clock = await (await fetch(`${second.baseUrl}/dev/clock`)).json();
  expect(clock).toMatchObject({ offset_seconds: 86_400 });
  expect(await post(second, '/dev/clock', { reset: true })).toMatchObject({ body: { offset_seconds: 0 } });
});

test('two platforms run side by side and know nothing of each other', async () => {
  const [one, two] = await Promise.all([start(), start({ dataDir: join(parent, 'other') })]);
  const user = { email: 'asha@example.com', password: 'correct horse battery staple', name: 'Asha' };
  expect((await post(one, '/auth/register', user)).status).toBe(201);
  expect((await post(two, '/auth/register', user)).status).toBe(201);
  expect(await one.stop()).toBe(0);
  expect((await fetch(`${two.baseUrl}/healthz`)).status).toBe(200);
});

test('a killed agent is noticed and started again', async () => {
  const platform = await start();
  const agents = () => processesOf(dataDir).filter((command) => command.includes('lib/agent/main.ts'));
  const [before] = agents();
  expect(before).toBeDefined();
  const { readdirSync, readFileSync } = await import('node:fs');
  const pid = readdirSync('/proc').find((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const of = (file: string) => readFileSync(`/proc/${name}/${file}`, 'utf8');
      return of('cmdline').includes('lib/agent/main.ts') && of('environ').includes(dataDir);
    } catch {
      return false;
    }
  });
  process.kill(Number(pid), 'SIGKILL');
  await expect.poll(() => markOf(Number(pid))).toBeUndefined();
  await expect.poll(() => agents().length, { timeout: 10_000 }).toBe(1);
  expect(platform.output()).toContain('the host agent ended (SIGKILL); starting it again in 250 ms');
});

test('another engine serves where SVC_DYNAMODB_ENDPOINT names it', async () => {
  const engine = await startDynoxide();
  const platform = await start({ env: { SVC_DYNAMODB_ENDPOINT: engine.endpoint } });
  expect((await fetch(`${platform.baseUrl}/healthz`)).status).toBe(200);
  expect(existsSync(join(dataDir, 'dynamodb.sqlite'))).toBe(false);
  expect(await platform.stop()).toBe(0);
  expect(markOf(engine.pid)).toBeDefined();
  await engine.stop();
});

test("a folder that another platform uses is refused by that one's address", async () => {
  const platform = await start();
  expect(await refusal()).toBe(
    `svc: SVC_DATA_DIR ${dataDir} is in use by the platform at ${platform.baseUrl} (process ${platform.pid}); stop that one, or set SVC_DATA_DIR, SVC_PORT and SVC_S3_PORT to others\n`,
  );
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
    SVC_PORT: '19871',
    SVC_S3_PORT: '19872',
    SVC_COMPUTE: 'simulated',
  };
  const child = spawn(process.execPath, [program], { env, stdio: 'ignore' });
  const exited = new Promise((resolve) => child.once('exit', (status, signal) => resolve(status ?? signal)));
  await expect.poll(() => existsSync(join(dataDir, 'lock')), { timeout: 10_000, interval: 5 }).toBe(true);
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
  expect(processesOf(dataDir)).toEqual([]);
  expect(existsSync(join(dataDir, 'lock'))).toBe(false);
});
