import { once } from 'node:events';
import { type AddressInfo, connect, createServer, Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PlatformDoor } from '#lib/runtime/platform/door.ts';

/** What the platform is told: the part and the machine. */
const told: string[] = [];
const platform = createServer((socket) => socket.resume());
const door = new PlatformDoor(async (part, machine) => {
  told.push(`${part} ${machine}`);
  const far = connect((platform.address() as AddressInfo).port, '127.0.0.1');
  await once(far, 'connect');
  return far;
});
const server = new Server();

beforeAll(async () => {
  await once(platform.listen(0, '127.0.0.1'), 'listening');
  await once(server.listen(0, '127.0.0.1'), 'listening');
  door.serve('s3', '169.254.169.252', server);
});
afterAll(() => {
  door.close();
  platform.close();
});

/** Connects from an address of the VPC, for which loopback stands here. */
async function from(localAddress: string): Promise<Socket> {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

test('the platform is told the machine that has the address now, and its predecessor is cut', async () => {
  door.admit('i-first', '127.0.0.2', null);
  const first = await from('127.0.0.2');
  await expect.poll(() => told).toEqual(['s3 i-first']);
  door.admit('i-first', '127.0.0.2', null);
  const again = await from('127.0.0.2');
  await expect.poll(() => told).toEqual(['s3 i-first', 's3 i-first']);
  expect([first.destroyed, again.destroyed]).toEqual([false, false]);

  const cut = Promise.all([once(first, 'close'), once(again, 'close')]);
  door.admit('i-second', '127.0.0.2', null);
  await cut;
  const second = await from('127.0.0.2');
  await expect.poll(() => told).toEqual(['s3 i-first', 's3 i-first', 's3 i-second']);
  second.destroy();
});

test('an address that no machine has is cut', async () => {
  const stranger = connect({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    localAddress: '127.0.0.3',
  });
  stranger.on('error', () => undefined);
  await once(stranger, 'close', { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
  expect(stranger.destroyed).toBe(true);
  expect(told).toHaveLength(3);
});
