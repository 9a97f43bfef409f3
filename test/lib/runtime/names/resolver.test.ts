import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { encode, streamDecode } from 'dns-packet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { internalName, Names } from '#lib/runtime/names/registry.ts';
import { serveNames } from '#lib/runtime/names/resolver.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const addressOf = (n: number) => `10.0.${n >> 8}.${n & 255}`;

/* A thousand names, asked for by a resolver of the usual kind: by UDP, and by TCP where that has no room. */
describe('the resolver of a VPC', () => {
  const names = new Names();
  let port: number;
  let end: () => void;
  let client: Resolver;
  /** The resolver's side of the newest connection. */
  let accepted: Socket | undefined;
  beforeEach(async () => {
    for (let n = 0; n < 1_000; n++) names.set(`i-${n}`, [internalName(`vm-${n}`), internalName('all')], addressOf(n));
    const server = createServer().listen(0, '127.0.0.1');
    server.on('connection', (socket: Socket) => {
      accepted = socket;
    });
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
    // Both on one port, as clients expect.
    const datagrams = createSocket('udp4').bind(port, '127.0.0.1');
    await once(datagrams, 'listening');
    end = serveNames({ datagrams, server }, names);
    client = new Resolver({ tries: 1, timeout: 10_000 });
    client.setServers([`127.0.0.1:${port}`]);
  });
  afterEach(() => end?.());

  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket.on('error', () => undefined);
  };
  const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));
  const question = (name: string, id: number) => {
    const query = encode({ type: 'query', id, questions: [{ type: 'A', name }] });
    return Buffer.concat([Buffer.from([query.length >> 8, query.length & 255]), query]);
  };

  it('knows a thousand names, each for what it means', async () => {
    for (let from = 0; from < 1_000; from += 100) {
      const some = Array.from({ length: 100 }, (_, i) => from + i);
      const found = await Promise.all(some.map((n) => client.resolve4(`vm-${n}.internal`)));
      expect(found).toEqual(some.map((n) => [addressOf(n)]));
    }
  });

  it('answers a thousand addresses of one name by TCP', async () => {
    const found = await client.resolve4('all.internal');
    expect(found.toSorted()).toEqual(Array.from({ length: 1_000 }, (_, n) => addressOf(n)).sort());
  });

  it('answers several questions of one connection, also where they come in pieces', async () => {
    const socket = await open();
    const asked = [7, 8, 9].map((n) => question(`vm-${n}.internal`, n));
    const all = Buffer.concat(asked);
    let heard = Buffer.alloc(0);
    socket.on('data', (bytes: Buffer) => {
      heard = Buffer.concat([heard, bytes]);
    });
    for (const byte of all) socket.write(Buffer.from([byte]));
    const answers = () => {
      const found: (string | undefined)[] = [];
      for (let at = 0; at + 2 <= heard.length; ) {
        const length = 2 + heard.readUInt16BE(at);
        const [answer] = streamDecode(heard.subarray(at, at + length))?.answers ?? [];
        found.push(answer && 'data' in answer ? String(answer.data) : undefined);
        at += length;
      }
      return found;
    };
    await expect.poll(answers).toEqual([7, 8, 9].map(addressOf));
    socket.destroy();
  });

  it('waits with its answers for a client that does not read', async () => {
    const socket = await open();
    socket.pause();
    const asked = Array.from({ length: 800 }, (_, n) => question('all.internal', n));
    socket.write(Buffer.concat(asked));
    await eventually(() => accepted?.writableNeedDrain);
    expect(accepted?.listenerCount('drain')).toBeLessThan(5);
    expect(accepted?.writableLength).toBeLessThan(256 * 1024);
    let heard = 0;
    let each = 0;
    socket.on('data', (bytes: Buffer) => {
      if (heard === 0) each = 2 + bytes.readUInt16BE(0);
      heard += bytes.length;
    });
    socket.resume();
    await expect.poll(() => heard > 0 && heard === asked.length * each).toBe(true);
    socket.destroy();
  });

  it('ends a connection that asks no question, and the ninth of one machine', async () => {
    const rude = await open();
    rude.write(Buffer.from([255, 255, 1]));
    await closed(rude);
    const eight = await Promise.all(Array.from({ length: 8 }, open));
    // The kernel accepts it, and the resolver resets it.
    const ninth = connect(port, '127.0.0.1').on('error', () => undefined);
    await closed(ninth);
    expect(eight.map(({ destroyed }) => destroyed)).toEqual(eight.map(() => false));
    for (const socket of eight) socket.destroy();
    await eventually(async () => (await client.resolve4('all.internal').catch(() => [])).length === 1_000);
  });
});
