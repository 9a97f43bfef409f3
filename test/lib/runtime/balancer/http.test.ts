import { once } from 'node:events';
import { Agent, get, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
// biome-ignore lint/plugin: that nothing more is taken is seen by waiting alone
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { balancing, said, serving, web } from './support.ts';

const named = (name: string) => web(name, (_, outgoing) => void outgoing.end(name));
const url = (port: number, path = '/') => `http://127.0.0.1:${port}${path}`;
const text = async (port: number, path = '/', init?: RequestInit) => (await fetch(url(port, path), init)).text();

test('a file name in UTF-8 is passed on byte for byte, wherever the length stands', async () => {
  const name = `attachment; filename="${Buffer.from('नाम∑.pdf').toString('latin1')}"`;
  const files = await web('a', (_, outgoing) => {
    const { socket } = outgoing;
    socket?.end(`HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Disposition: ${name}\r\n\r\nhi`, 'latin1');
  });
  const { port } = await balancing([serving(files)]);
  const reply = await fetch(url(port));
  expect([reply.status, reply.headers.get('content-disposition'), await reply.text()]).toEqual([200, name, 'hi']);
});

test('requests are spread by weight, and their heads are as the backend must see them', async () => {
  const echo = (name: string) => web(name, ({ rawHeaders }, outgoing) => void outgoing.end(JSON.stringify(rawHeaders)));
  const [a, b] = await Promise.all([named('a'), named('b')]);
  const { port } = await balancing([serving(a, { weight: 3 }), serving(b)]);
  const seen: string[] = [];
  for (let i = 0; i < 8; i++) seen.push(await text(port));
  expect(seen.filter((name) => name === 'a')).toHaveLength(6);
  expect(seen.filter((name) => name === 'b')).toHaveLength(2);

  const one = await balancing([serving(await echo('c'))]);
  const head = 'GET /x?y=1 HTTP/1.1\r\nHost: shop.example\r\nX-Forwarded-For: 6.6.6.6\r\nForwarded: for=6.6.6.6\r\n';
  const hops = 'Connection: close, X-Hop\r\nX-Hop: 1\r\nKeep-Alive: 5\r\nTE: trailers\r\nX-Kept: yes\r\n\r\n';
  const answer = await said(one.port, head + hops);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual([
    ...['Host', 'shop.example', 'X-Kept', 'yes', 'X-Forwarded-For', '127.0.0.1', 'X-Forwarded-Proto', 'http'],
    ...['X-Forwarded-Port', `${one.port}`, 'X-Forwarded-Host', 'shop.example', 'Connection', 'keep-alive'],
  ]);
});

test('the one with the least under way gets the next', async () => {
  const held: (() => void)[] = [];
  const slow = await web('slow', (_, outgoing) => void held.push(() => outgoing.end('slow')));
  const { port } = await balancing([serving(slow), serving(await named('fast'))], { algorithm: 'least_connections' });
  const first = [text(port), text(port)];
  await Promise.race(first);
  for (let i = 0; i < 4; i++) expect(await text(port)).toBe('fast');
  expect(held).toHaveLength(1);
  held[0]?.();
  expect((await Promise.all(first)).sort()).toEqual(['fast', 'slow']);
});

test('a client with the cookie comes back; without its backend it gets another one', async () => {
  const [a, b] = await Promise.all([named('a'), named('b')]);
  const running = await balancing([serving(a), serving(b)], { sticky: true });
  const reply = await fetch(url(running.port));
  const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
  const name = await reply.text();
  const headers = { cookie: `other=1; ${cookie}` };
  for (let i = 0; i < 4; i++) {
    const again = await fetch(url(running.port), { headers });
    expect([await again.text(), again.headers.get('set-cookie')]).toEqual([name, null]);
  }
  running.change({ backends: [serving(name === 'a' ? b : a)] });
  const moved = await fetch(url(running.port), { headers });
  expect(await moved.text()).not.toBe(name);
  expect(moved.headers.get('set-cookie')).toMatch(/^SVCLB=/);
});

test('bodies pass both ways as they come, and a fast side waits for a slow one', async () => {
  const echo = await web('echo', (incoming, outgoing) => void incoming.pipe(outgoing));
  const { port } = await balancing([serving(echo)]);
  const call = request({ port, host: '127.0.0.1', method: 'POST' });
  onTestFinished(() => void call.destroy());
  call.write('one');
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  expect(String((await once(answer, 'data'))[0])).toBe('one');
  call.write('two');
  expect(String((await once(answer, 'data'))[0])).toBe('two');
  answer.pause();
  const chunk = Buffer.alloc(65_536);
  let sent = 0;
  let stalled = false;
  while (!stalled) {
    sent += chunk.length;
    if (!call.write(chunk)) stalled = await Promise.race([once(call, 'drain').then(() => false), wait(500, true)]);
  }
  // The receiver does not read. The sent bytes fill the buffers of streams and system, and no more are taken.
  expect(sent).toBeLessThan(64 * 1024 * 1024);
  answer.resume();
  await once(call, 'drain');
});

test('a body whose length is said and one whose length is not arrive whole', async () => {
  const size = await web('size', async (incoming, outgoing) => {
    let bytes = 0;
    for await (const part of incoming) bytes += (part as Buffer).length;
    outgoing.end(
      `${incoming.method} ${bytes} ${incoming.headers['transfer-encoding'] ?? incoming.headers['content-length']}`,
    );
  });
  const { port } = await balancing([serving(size)]);
  expect(await text(port, '/', { method: 'PUT', body: 'x'.repeat(300_000) })).toBe('PUT 300000 300000');
  const head = `Host: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`;
  expect(await said(port, `DELETE / HTTP/1.1\r\n${head}`)).toMatch(/DELETE 3 chunked/);
  expect(await said(port, `GET / HTTP/1.1\r\n${head}`)).toMatch(/GET 3 chunked/);
});

test('connections to a backend are kept and used again', async () => {
  const ports = new Set<number>();
  const counting = await web('a', ({ socket }, outgoing) => {
    ports.add(socket.remotePort ?? 0);
    outgoing.end();
  });
  const { port } = await balancing([serving(counting)]);
  for (let i = 0; i < 10; i++) await text(port);
  expect(ports.size).toBe(1);
});

test('a WebSocket and its like passes through, both ways, and its refusal too', async () => {
  const place = await web('ws', (_, outgoing) => void outgoing.writeHead(403).end('no'));
  place.server.on('upgrade', (incoming, socket: Socket, head) => {
    if (incoming.url === '/refused') return void socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno');
    const accepted =
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Key: 1\r\n\r\n';
    socket.write(`${accepted}hello `);
    socket.write(head);
    socket.pipe(socket);
    return undefined;
  });
  const { port } = await balancing([serving(place)]);
  const ask = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Key: 1\r\n\r\n`;
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(`${ask('/chat')}early `);
  let heard = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    heard += part;
  });
  await expect.poll(() => heard).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\nX-Key: 1\r\n.*\r\n\r\nhello early $/s);
  socket.end('late');
  await once(socket, 'end');
  expect(heard).toMatch(/late$/);
  expect(await said(port, ask('/refused'))).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n.*\r\n\r\nno$/s);
});

test('an upgrade with a body is a request like any other, and leaves nothing of it for the next one', async () => {
  const place = await web('a', ({ method, url: path, headers }, outgoing) => {
    outgoing.end(`${method} ${path} ${headers.upgrade}`);
  });
  const { port } = await balancing([serving(place)]);
  const smuggled = 'GET /evil HTTP/1.1\r\nHost: a\r\n\r\n';
  const upgrade = 'Connection: close, Upgrade\r\nUpgrade: websocket\r\n';
  for (const body of [
    `Content-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ]) {
    const answer = await said(port, `POST /first HTTP/1.1\r\nHost: a\r\n${upgrade}${body}`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*POST \/first undefined(\r\n|$)/s);
    expect(await text(port, '/next')).toBe('GET /next undefined');
  }
});

test('many connections at once each get their own answer', async () => {
  const place = await web('a', ({ url: path }, outgoing) => void outgoing.end(path));
  const { port } = await balancing([serving(place), serving({ ...place, instance_id: 'b' })]);
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  onTestFinished(() => agent.destroy());
  const one = (path: string) =>
    new Promise<string>((resolve, reject) => {
      get({ port, host: '127.0.0.1', path, agent }, (reply) => {
        let body = '';
        reply.setEncoding('utf8').on('data', (part: string) => {
          body += part;
        });
        reply.on('end', () => resolve(body));
      }).on('error', reject);
    });
  const paths = Array.from({ length: 500 }, (_, i) => `/${i}`);
  expect(await Promise.all(paths.map(one))).toEqual(paths);
});
