import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { handshakeOf } from '#lib/agent/console/door.ts';
import { openLocalDoor } from '#lib/agent/console/local-door.ts';
import { Consoles } from '#lib/local/front/console.ts';
import { relayOf } from '#lib/local/front/relays.ts';
import { writeSource } from '#lib/model/platform/source.ts';
import { insideAt, openInside } from '#test/support/compute/inside.ts';
import { rawHttp } from '#test/support/http/raw-http.ts';

let dir: string;
const closing: (() => void)[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-relays-'));
});
afterEach(() => {
  for (const close of closing.splice(0)) close();
  rmSync(dir, { recursive: true });
});

/** A host's relay; what it is asked is noted. */
async function relay(name: string, machines: readonly string[], asked: string[] = []): Promise<string> {
  const path = join(dir, name);
  const door = await openLocalDoor(path, async (id) => {
    asked.push(id);
    return machines.includes(id);
  });
  door.server.on('request', (req, res) => door.answer(req, res) || res.writeHead(500).end());
  closing.push(() => door.close());
  return path;
}

test('the relay of the host that has the machine, and the first for any other', async () => {
  const sockets = [await relay('one', ['i-1']), await relay('two', ['i-2']), await relay('three', ['i-3'])];
  const found = ['i-1', 'i-2', 'i-3', 'i-4'].map((id) => relayOf(sockets, id));
  expect(await Promise.all(found)).toEqual([sockets[0], sockets[1], sockets[2], sockets[0]]);
});

test('a single host is not asked, nor is anybody about what is no id', async () => {
  const asked: string[] = [];
  const only = await relay('one', ['i-1'], asked);
  const other = await relay('two', ['%2e%2e'], asked);
  expect(await relayOf([only], 'i-1')).toBe(only);
  for (const id of ['', '%2e%2e', '../i-1', 'i-1 HTTP/1.1', 'é', 'i'.repeat(200)])
    expect(await relayOf([only, other], id)).toBe(only);
  expect(asked).toEqual([]);
});

test('a host that is down, fails or says something else has no machine', async () => {
  const first = await relay('one', []);
  const broken = join(dir, 'broken');
  const server = createServer((_, res) => void res.writeHead(500).end()).listen(broken);
  await once(server, 'listening');
  closing.push(() => server.close());
  expect(await relayOf([first, join(dir, 'nowhere'), broken], 'i-1')).toBe(first);
});

test('a relay is told by the front alone from which machine a console is opened', async () => {
  const [machine, stranger] = [insideAt('10.20.0.2'), insideAt('10.20.0.2')];
  const path = join(dir, 'told');
  const door = await openLocalDoor(path, async () => true);
  closing.push(() => door.close());
  const seen: unknown[] = [];
  door.server.on('upgrade', (req, socket) => {
    const { source_ip, inside, headers } = handshakeOf(req, door);
    seen.push({ source_ip, inside, forged: headers['x-svc-inside'] });
    socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  });
  const consoles = new Consoles([path]);
  const front = createServer();
  front.on('upgrade', (req, socket, head) => void consoles.pass(req, socket, head));
  const accept = (socket: Socket) => void front.emit('connection', socket);
  const [inside, outside] = [await openInside(accept, machine), front.listen(0, '127.0.0.1')];
  closing.push(inside.close, () => outside.close());
  await once(outside, 'listening');
  const claim = writeSource(stranger);
  const ask = (port: number) =>
    rawHttp(
      port,
      'GET /compute/ws/instances/i-1/console HTTP/1.1\r\nHost: api.internal\r\nConnection: Upgrade\r\n' +
        `Upgrade: websocket\r\nX-Svc-Source: ${claim}\r\nX-Svc-Inside: ${claim}\r\n\r\n`,
    );
  for (const port of [inside.port, (outside.address() as AddressInfo).port]) {
    expect(await ask(port)).toContain('403 Forbidden');
  }
  expect(seen).toEqual([
    { ...machine, forged: claim },
    { source_ip: '127.0.0.1', inside: undefined, forged: claim },
  ]);
});
