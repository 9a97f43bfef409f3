import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { markInside } from '#lib/local/inside/sources.ts';
import { frontBefore, resultOf } from '#test/support/front.ts';
import { parseReply } from '#test/support/raw-http.ts';

/* What machines send to the API, at the listener before it. */
type Front = Awaited<ReturnType<typeof frontBefore>>;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const start = async (...args: Parameters<typeof frontBefore>): Promise<Front> => {
  const front = await frontBefore(...args);
  closing.push(() => front.close());
  return front;
};

/** Connects as the machine of this address. */
async function machineAt(front: Front, address: string): Promise<Socket> {
  const server = createServer({ noDelay: true }, (socket) => {
    server.close();
    markInside(socket, address);
    front.front.accept(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  closing.push(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** What a machine is answered to a body of so many bytes. */
async function post(front: Front, address: string, bytes: number) {
  const socket = await machineAt(front, address);
  const answered = once(socket, 'data').then(([text]) => parseReply(String(text)));
  socket.write(`POST /auth/a HTTP/1.1\r\nHost: api.internal\r\nContent-Length: ${bytes}\r\n\r\n`);
  socket.write(Buffer.alloc(bytes, 'x'));
  return answered;
}

const MIB = 1024 * 1024;

test('a machine sends no larger body than a route takes', async () => {
  const front = await start();
  expect(await post(front, '10.0.0.5', MIB)).toMatchObject({ status: 200 });
  const refused = await post(front, '10.0.0.5', MIB + 1);
  expect(refused).toMatchObject({ status: 413, body: { error: 'body: larger than 1048576 bytes' } });
  expect(refused.headers).toMatchObject({ 'x-error-code': 'payload_too_large', connection: 'close' });
});

test('a body without a length is cut at the same size', async () => {
  const front = await start();
  const socket = await machineAt(front, '10.0.0.5');
  const answered = once(socket, 'data').then(([text]) => parseReply(String(text)));
  socket.write('POST /auth/a HTTP/1.1\r\nHost: api.internal\r\nTransfer-Encoding: chunked\r\n\r\n');
  socket.write(`100001\r\n${'x'.repeat(MIB + 1)}\r\n`);
  expect(await answered).toMatchObject({ status: 413 });
  expect(front.arrived).toEqual([]);
});

test('what a machine sends at a time is bounded, and leaves room for others', async () => {
  const held = Promise.withResolvers<void>();
  const front = await start(async () => {
    await held.promise;
    return resultOf();
  });
  const flood = Array.from({ length: 8 }, () => post(front, '10.0.0.5', MIB));
  await expect.poll(() => front.arrived).toHaveLength(8);
  const refused = await post(front, '10.0.0.5', 1);
  expect(refused).toMatchObject({
    status: 503,
    body: { error: 'machines send more at a time than the API takes; retry after 1 second' },
  });
  expect(refused.headers).toMatchObject({ 'x-error-code': 'dependency_unavailable', 'retry-after': '1' });
  const other = post(front, '10.0.0.6', 1);
  await expect.poll(() => front.arrived).toHaveLength(9);
  held.resolve();
  expect((await Promise.all([...flood, other])).map(({ status }) => status)).toEqual(Array(9).fill(200));
  expect(await post(front, '10.0.0.5', MIB)).toMatchObject({ status: 200 });
});

test('a machine that leaves gives its room back', async () => {
  const front = await start();
  const sockets = await Promise.all(Array.from({ length: 9 }, () => machineAt(front, '10.0.0.5')));
  for (const socket of sockets.slice(0, 8)) {
    socket.write(`POST /auth/a HTTP/1.1\r\nHost: api.internal\r\nContent-Length: ${MIB}\r\n\r\n`);
    socket.write(Buffer.alloc(MIB - 1, 'x'));
  }
  await expect.poll(async () => (await post(front, '10.0.0.5', 9)).status).toBe(503);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await post(front, '10.0.0.5', MIB)).status).toBe(200);
});
