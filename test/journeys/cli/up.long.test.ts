import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { markOf } from '#lib/local/data/processes.ts';
import { type Cli, commandLine } from '#test/support/clients/cli.ts';
import { unusedPort } from '#test/support/http/unused-port.ts';

let svc: Cli;
let env: Record<string, string>;

beforeAll(async () => {
  svc = await commandLine();
  env = {
    SVC_DATA_DIR: join(svc.home, 'data'),
    SVC_PORT: String(await unusedPort()),
    SVC_S3_PORT: String(await unusedPort()),
    SVC_COMPUTE: 'simulated',
  };
});

afterEach(() => svc(['down'], { env }));
afterAll(() => svc?.end());

test('up starts the platform and prints its address; down ends it in order', async () => {
  const started = await svc(['up'], { env });
  const url = `http://localhost:${env.SVC_PORT}`;
  expect(started).toMatchObject({ code: 0, out: `${url}\n`, err: expect.stringMatching(/^Started; its log is /) });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const again = JSON.parse((await svc(['up', '-o', 'json'], { env })).out);
  expect(again).toMatchObject({ url, started: false, data_dir: env.SVC_DATA_DIR });
  expect((await svc(['up'], { env })).err).toBe(`It is already running (process ${again.pid}).\n`);
  expect(await svc(['down'], { env })).toEqual({
    code: 0,
    out: '',
    err: `Stopped; its state stays in ${env.SVC_DATA_DIR}.\n`,
  });
  expect(markOf(again.pid)).toBeUndefined();
  expect(existsSync(join(svc.home, 'data/lock'))).toBe(false);
  expect((await svc(['down'], { env })).err).toBe('No platform runs here.\n');
});

test('two that start at the same moment are one platform', async () => {
  const both = await Promise.all([svc(['up', '-o', 'json'], { env }), svc(['up', '-o', 'json'], { env })]);
  const [one, other] = both.map(({ out }) => JSON.parse(out));
  expect(one.pid).toBe(other.pid);
});

test('a start that fails says why', async () => {
  const failed = await svc(['up'], { env: { ...env, SVC_PORT: 'many' } });
  expect(failed).toMatchObject({ code: 1, err: expect.stringMatching(/^svc: the platform did not start: .*SVC_PORT/) });
});

test('a lock that a killed platform left stops nobody else’s process', async () => {
  const lock = { pid: process.pid, start: 'another', url: 'http://localhost:1' };
  const dir = mkdtempSync(join(tmpdir(), 'svc-lock-'));
  writeFileSync(join(dir, 'lock'), JSON.stringify(lock));
  expect((await svc(['down'], { env: { ...env, SVC_DATA_DIR: dir } })).err).toBe('No platform runs here.\n');
  rmSync(dir, { recursive: true });
});
