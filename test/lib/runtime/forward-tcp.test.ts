import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { Descriptors } from '#lib/runtime/forwarder/descriptors.ts';
import { joinSides } from '#lib/runtime/forwarder/join-sockets.ts';
import { takeOver } from '#lib/runtime/forwarder/side.ts';
import { forwardTcp } from '#lib/runtime/forwarder/tcp.ts';
import type { Forward, Inside } from '#lib/runtime/forwarder/ways.ts';
import { ownOutside } from '#lib/runtime/outside.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const host = '127.0.0.1';
const ends: (() => unknown)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const shape = (bytes: Uint8Array) => `${bytes.length} bytes, ${createHash('sha256').update(bytes).digest('hex')}`;

/** A server in place of the machine's, and what it serves. */
async function serving(serve: (socket: Socket) => void): Promise<{ port: number; sockets: Socket[] }> {
  const sockets: Socket[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket.on('error', () => undefined));
    serve(socket);
  });
  await once(server.listen(0, host), 'listening');
  ends.push(
    () => server.close(),
    () => sockets.map((socket) => socket.destroy()),
  );
  return { port: portOf(server), sockets };
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Forwards a free port to `to`. */
async function forwarding(to: number) {
  const flows = new Set<Socket>();
  const servers: Server[] = [];
  const outside = {
    ...ownOutside,
    listen: async (at: string) => {
      const server = await ownOutside.listen(at, 0);
      servers.push(server);
      return server;
    },
  };
  const inside: Inside = {
    address: host,
    connect: async () => {
      const far = connect({ host, port: to, allowHalfOpen: true }).pause();
      await once(far, 'connect');
      return far;
    },
    datagrams: () => Promise.reject(new Error('none are sent')),
    listening: () => [],
  };
  const place = { host, port: 0, flows, share: new Descriptors(100).share() };
  const forward: Forward = await forwardTcp(place, { inside, outside }, () => true);
  ends.push(
    () => forward.close(),
    () => [...flows].map((flow) => flow.destroy()),
  );
  const open = () => {
    const socket = connect({ host, port: portOf(servers[0] as Server), allowHalfOpen: true });
    ends.push(() => socket.destroy());
    return socket.on('error', () => undefined);
  };
  return { flows, open };
}

/** All bytes until the other end has ended its stream. Bytes sent to it meanwhile still go on. */
async function received(socket: Socket): Promise<Buffer> {
  const parts: Buffer[] = [];
  socket.on('data', (part) => parts.push(part)).resume();
  await once(socket, 'end');
  return Buffer.concat(parts);
}

test('every byte arrives in its order, both ways at once, and the ends after them', async () => {
  const [up, down] = [randomBytes(9_000_001), randomBytes(12_345_678)];
  const told: Promise<Buffer>[] = [];
  const { port } = await serving((socket) => {
    told.push(received(socket));
    socket.end(down);
  });
  const client = (await forwarding(port)).open();
  client.end(up);
  expect(shape(await received(client))).toBe(shape(down));
  expect(shape((await told[0]) as Buffer)).toBe(shape(up));
});

test('however often as much comes as a flow began with, it takes memory for more once, on each side', async () => {
  const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow');
  ends.push(() => allocate.mockRestore());
  const { port } = await serving((socket) => void socket.pipe(socket));
  const client = (await forwarding(port)).open();
  for (let round = 0; round < 20; round += 1) {
    client.write(Buffer.alloc(4096));
    for (let echoed = 0; echoed < 4096; ) echoed += ((await once(client, 'data')) as [Buffer])[0].length;
  }
  expect(allocate.mock.calls.map(([size]) => size)).toEqual([4096, 4096, 65_536, 65_536]);
});

test('a client that has said all still gets the answer, which the machine gives only then', async () => {
  const { port } = await serving((socket) => {
    void received(socket).then((asked) => socket.end(`${asked} was asked`));
  });
  const client = (await forwarding(port)).open();
  client.end('this');
  expect(`${await received(client)}`).toBe('this was asked');
});

test('a client that does not read stops the machine from sending, and misses nothing once it does', async () => {
  const sent = randomBytes(48_000_000);
  const { port, sockets } = await serving((socket) => {
    // Piece by piece: a single write would count as sent from the beginning.
    const pieces = Array.from({ length: 480 }, (_, at) => sent.subarray(at * 100_000, (at + 1) * 100_000));
    const next = () => {
      const piece = pieces.shift();
      if (piece) socket.write(piece, next);
      else socket.end();
    };
    next();
  });
  const client = (await forwarding(port)).open().pause();
  let before = -1;
  const written = () => sockets[0]?.bytesWritten ?? 0;
  await eventually(
    async () => {
      const stands = written() > 0 && written() === before;
      before = written();
      // biome-ignore lint/plugin: that nothing more comes is seen by waiting alone
      await new Promise((resolve) => setTimeout(resolve, 100));
      return stands;
    },
    { seen: written },
  );
  expect(written()).toBeLessThan(sent.length);
  expect(shape(await received(client))).toBe(shape(sent));
});

test('a flow that is cut ends at the client and in the machine', async () => {
  const { port, sockets } = await serving((socket) => socket.resume().write('here'));
  const { flows, open } = await forwarding(port);
  const client = open();
  await once(client, 'data');
  expect(flows.size).toBe(1);
  for (const flow of flows) flow.destroy();
  await Promise.all([finished(client.resume(), { writable: false }), once(sockets[0] as Socket, 'end')]);
  expect(flows.size).toBe(0);
});

test('a machine that resets a connection has it closed at the client', async () => {
  const { port } = await serving((socket) => socket.once('data', () => socket.resetAndDestroy()));
  const { flows, open } = await forwarding(port);
  const client = open();
  client.write('go');
  await once(client.resume(), 'end');
  await eventually(() => flows.size === 0, { seen: () => flows.size });
});

test('what a connection had read before it was taken over is passed on first', async () => {
  const told: Promise<Buffer>[] = [];
  const { port: from, sockets } = await serving((socket) => void socket.write('one '));
  const { port: to } = await serving((socket) => void told.push(received(socket)));
  const [near, far] = [connect({ host, port: from }), connect({ host, port: to })];
  await Promise.all([once(near, 'readable'), once(far, 'connect')]);
  expect(near.readableLength).toBe(4);
  const sides = [takeOver(near), takeOver(far)] as const;
  ends.push(() => sides.map(({ socket }) => socket.destroy()));
  joinSides(...sides);
  sockets[0]?.end('two');
  await eventually(() => told.length === 1, { seen: () => told.length });
  expect(`${await told[0]}`).toBe('one two');
});

test('a connection that is closed already cannot be taken over', async () => {
  const { port } = await serving(() => undefined);
  const socket = connect({ host, port });
  await once(socket, 'connect');
  socket.destroy();
  await once(socket, 'close');
  expect(() => takeOver(socket)).toThrow('the connection is closed');
});
