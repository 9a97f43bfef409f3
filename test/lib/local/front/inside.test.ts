import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { markInside } from '#lib/local/inside/sources.ts';
import type { Source } from '#lib/model/platform/source.ts';
import { insideAt } from '#test/support/compute/inside.ts';
import { frontBefore, resultOf } from '#test/support/http/front.ts';
import { parseReply, rawHttp } from '#test/support/http/raw-http.ts';

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

/** Two machines of two tenants, whose VPCs have the same addresses. */
const [one, other] = [insideAt('10.0.0.5'), insideAt('10.0.0.5')];

/** Connects as this machine. */
async function machineAt(front: Front, source: Source): Promise<Socket> {
  const server = createServer({ noDelay: true }, (socket) => {
    server.close();
    markInside(socket, source);
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
async function post(front: Front, source: Source, bytes: number) {
  const socket = await machineAt(front, source);
  const answered = once(socket, 'data').then(([text]) => parseReply(String(text)));
  socket.write(`POST /auth/a HTTP/1.1\r\nHost: api.internal\r\nContent-Length: ${bytes}\r\n\r\n`);
  socket.write(Buffer.alloc(bytes, 'x'));
  return answered;
}

const MIB = 1024 * 1024;

test('a machine sends no larger body than a route takes', async () => {
  const front = await start();
  expect(await post(front, one, MIB)).toMatchObject({ status: 200 });
  const refused = await post(front, one, MIB + 1);
  expect(refused).toMatchObject({ status: 413, body: { error: 'body: larger than 1048576 bytes' } });
  expect(refused.headers).toMatchObject({ 'x-error-code': 'payload_too_large', connection: 'close' });
});

test('a body without a length is cut at the same size', async () => {
  const front = await start();
  const socket = await machineAt(front, one);
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
  const flood = Array.from({ length: 8 }, () => post(front, one, MIB));
  await expect.poll(() => front.arrived).toHaveLength(8);
  const refused = await post(front, one, 1);
  expect(refused).toMatchObject({
    status: 503,
    body: { error: 'machines send more at a time than the API takes; retry after 1 second' },
  });
  expect(refused.headers).toMatchObject({ 'x-error-code': 'dependency_unavailable', 'retry-after': '1' });
  const another = post(front, other, 1);
  await expect.poll(() => front.arrived).toHaveLength(9);
  held.resolve();
  expect((await Promise.all([...flood, another])).map(({ status }) => status)).toEqual(Array(9).fill(200));
  expect(await post(front, one, MIB)).toMatchObject({ status: 200 });
});

test('a machine that leaves gives its room back', async () => {
  const front = await start();
  const sockets = await Promise.all(Array.from({ length: 9 }, () => machineAt(front, one)));
  for (const socket of sockets.slice(0, 8)) {
    socket.write(`POST /auth/a HTTP/1.1\r\nHost: api.internal\r\nContent-Length: ${MIB}\r\n\r\n`);
    socket.write(Buffer.alloc(MIB - 1, 'x'));
  }
  await expect.poll(async () => (await post(front, one, 9)).status).toBe(503);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await post(front, one, MIB)).status).toBe(200);
});

test('an event names the machine, and no header of a client does', async () => {
  const front = await start();
  const forged = ['x-svc-source', 'x-svc-inside', 'x-svc-source-instance', 'x-forwarded-for']
    .map((name) => `${name}: 10.0.0.9 ${Object.values(other.inside ?? {}).join(' ')}\r\n`)
    .join('');
  const socket = await machineAt(front, one);
  const answered = once(socket, 'data');
  socket.write(`GET /auth/a HTTP/1.1\r\nHost: api.internal\r\n${forged}\r\n`);
  await answered;
  await rawHttp(front.port, `GET /auth/a HTTP/1.1\r\nHost: localhost:${front.port}\r\n${forged}\r\n`);
  const seen = front.arrived.map(({ sourceIp, inside }) => ({ sourceIp, inside }));
  expect(seen).toEqual([
    { sourceIp: '10.0.0.5', inside: one.inside },
    { sourceIp: '127.0.0.1', inside: undefined },
  ]);
});
