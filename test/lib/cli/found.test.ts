import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { foundPlatform } from '#lib/cli/config/found.ts';
import { markOf } from '#lib/local/data/processes.ts';

let home: string;
const servers: Server[] = [];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'svc-found-'));
  vi.stubEnv('SVC_PORT', '1');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) server.close();
  await rm(home, { recursive: true });
});

/** A data folder whose platform is this process. */
async function runs(folder: string, url: string): Promise<string> {
  await mkdir(join(home, folder), { recursive: true });
  await writeFile(join(home, folder, 'lock'), JSON.stringify({ url, ...markOf(process.pid) }));
  return join(home, folder);
}

/** A port at which this is answered. */
async function serves(text: string): Promise<string> {
  const server = createServer((_, reply) => reply.end(text)).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return String((server.address() as AddressInfo).port);
}

const find = () => foundPlatform(join(home, 'work/deep'), join(home, 'checkout'));
const health = JSON.stringify({ status: 'ok', region: 'in-mum', compute: {} });

test('the data folder that is named comes first, then .svc of the folder, then that of the checkout', async () => {
  await runs('checkout/.svc', 'http://localhost:3003');
  expect(await find()).toBe('http://localhost:3003');
  await runs('work/.svc', 'http://localhost:3002');
  expect(await find()).toBe('http://localhost:3002');
  vi.stubEnv('SVC_DATA_DIR', await runs('named', 'http://localhost:3001'));
  expect(await find()).toBe('http://localhost:3001');
});

test('a platform that answers at SVC_PORT comes last', async () => {
  vi.stubEnv('SVC_PORT', await serves(health));
  expect(await find()).toBe(`http://localhost:${process.env.SVC_PORT}`);
  await runs('work/.svc', 'http://localhost:3002');
  expect(await find()).toBe('http://localhost:3002');
});

test('where there is none, every place is named', async () => {
  vi.stubEnv('SVC_DATA_DIR', join(home, 'named'));
  await expect(find()).rejects.toMatchObject({
    code: 'no_endpoint',
    exit: 2,
    message: `no platform is configured, and none runs here: ${[
      `${home}/named (SVC_DATA_DIR)`,
      '.svc of this folder and those above it',
      `${home}/checkout/.svc`,
      'http://localhost:1 (SVC_PORT)',
    ].join(', ')}`,
  });
});

test.each(['hello', '{}', JSON.stringify({ status: 'ok' }), 'x'.repeat(2 ** 21)])(
  'what answers %.20j is no platform',
  async (text) => {
    vi.stubEnv('SVC_PORT', await serves(text));
    await expect(find()).rejects.toMatchObject({ code: 'no_endpoint' });
  },
);

test.each(['x', '0', '65536', '80.5'])('SVC_PORT=%s is refused', async (port) => {
  vi.stubEnv('SVC_PORT', port);
  await expect(find()).rejects.toMatchObject({ exit: 2, message: `SVC_PORT: "${port}" is not a port (1 to 65535)` });
});
