import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { placeOf, uidIn, uidOfPeer, uidsOfServer } from '#lib/local/dev/peer.ts';

const theirs = placeOf('127.0.0.1', 40_000) ?? '';
const ours = placeOf('127.0.0.1', 3000) ?? '';
const head = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const row = (local: string, remote: string, uid: number, inode: number, state = '01') =>
  `   7: ${local} ${remote} ${state} 00000000:00000000 00:00000000 00000000 ${`${uid}`.padStart(5)}        0 ${inode} 1 0000000000000000 20 4 30 10 -1\n`;

test('the end that is theirs tells, and not ours, nor another connection of theirs', () => {
  const other = placeOf('127.0.0.1', 3001) ?? '';
  const table = head + row(ours, theirs, 0, 1) + row(theirs, other, 5, 2) + row(theirs, ours, 1000, 3);
  expect(uidIn(table, theirs, ours)).toBe(1000);
});

test('an end that was closed, which stands there as root’s, tells nothing', () => {
  for (const state of ['04', '05', '06']) {
    expect(uidIn(head + row(theirs, ours, 0, 0, state), theirs, ours)).toBeUndefined();
  }
});

test('nothing tells where there is no such connection, or no table', () => {
  expect(uidIn(head, theirs, ours)).toBeUndefined();
  expect(uidIn('', theirs, ours)).toBeUndefined();
});

test('an address is written as the kernel writes it; what is none is not', () => {
  expect(['0100007F:0BB8', '7F000001:0BB8']).toContain(ours);
  expect(placeOf('::ffff:127.0.0.1', 3000)).toBe(ours);
  expect([placeOf('::1', 3000), placeOf(undefined, undefined)]).toEqual([undefined, undefined]);
});

test.runIf(process.platform === 'linux').each(['127.0.0.1', '::ffff:127.0.0.1'])(
  'a real connection to %s is its maker’s, on this look and, after it was closed, the next',
  async (host) => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const client = connect({ host, port });
    const [socket] = await accepted;
    expect(await uidOfPeer(socket)).toBe(process.getuid?.());
    client.destroy();
    await once(socket.resume(), 'close');
    expect(await uidOfPeer(socket)).toBe(process.getuid?.());
    server.close();
  },
);

test.runIf(process.platform === 'linux').each(['127.0.0.1', '0.0.0.0', '::'])(
  'whoever listens at %s is known to who connects, before and after the connection is accepted',
  async (host) => {
    const server = createServer().listen(0, host);
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const client = connect({ host: '127.0.0.1', port });
    await once(client, 'connect');
    const own = process.getuid?.();
    expect(new Set(uidsOfServer(client))).toEqual(new Set([own]));
    const [socket] = await accepted;
    expect(uidsOfServer(client)).toEqual([own, own]);
    socket.destroy();
    client.destroy();
    server.close();
  },
);
