import { once } from 'node:events';
import { request } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { saidAndEnded } from '#test/support/http/half-closed.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import { balancing, listening, said, serving, tcp, web } from './support.ts';

const url = (port: number, path = '/') => `http://127.0.0.1:${port}${path}`;
const halfOpen = (port: number) => connect({ port, host: '127.0.0.1', allowHalfOpen: true });
const named = (name: string) => web(name, (_, outgoing) => void outgoing.end(name));

/** A backend that takes requests and dies on each: what it reads, it answers by breaking the connection. */
async function dying(id: string, seen: string[], first = '') {
  return web(id, (incoming) => {
    seen.push(`${incoming.method}`);
    const { socket } = incoming;
    if (first) socket.write(first, () => socket.resetAndDestroy());
    else socket.resetAndDestroy();
  });
}

test.each(['GET', 'HEAD', 'OPTIONS', 'DELETE', 'PUT'])('a %s whose backend dies is done by another', async (method) => {
  const seen: string[] = [];
  const { port } = await balancing([serving(await dying('a', seen)), serving(await named('b'))]);
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await fetch(url(port), { method })).status);
  expect(statuses).toEqual([200, 200, 200, 200]);
  expect(seen.length).toBeGreaterThan(0);
});

test('a POST whose backend dies is answered with 502, and done once', async () => {
  const seen: string[] = [];
  const { port } = await balancing([serving(await dying('a', seen)), serving(await dying('b', seen))]);
  const reply = await fetch(url(port), { method: 'POST' });
  expect([reply.status, await reply.text()]).toEqual([502, '502 Bad Gateway: the backend broke the connection off\n']);
  expect(seen).toEqual(['POST']);
});

test('a PUT whose body has begun to flow is not done again', async () => {
  const seen: string[] = [];
  const { port } = await balancing([serving(await dying('a', seen)), serving(await dying('b', seen))]);
  expect((await fetch(url(port), { method: 'PUT', body: 'x' })).status).toBe(502);
  expect(seen).toEqual(['PUT']);
});

test.each([
  ['HTTP/1.1 099 None\r\nContent-Length: 0\r\n\r\n', /^HTTP\/1\.1 502 /],
  ['HTTP/1.1 101 Switching Protocols\r\n\r\n', /^HTTP\/1\.1 502 /],
  ['HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n', /^HTTP\/1\.1 502 /],
  ['HTTP/1.1 200 a\x01b\r\nContent-Length: 2\r\n\r\nhi', /^HTTP\/1\.1 200 a\?b\r\n.*hi$/s],
])('an answer that cannot be passed on as it is does not keep the client waiting: %j', async (bytes, answer) => {
  const place = await tcp('a', (socket) => socket.once('data', () => socket.write(bytes, 'latin1')));
  const { port } = await balancing([serving(place)], {
    health_check: { ...(await slowCheck()), protocol: 'tcp' },
  });
  expect(await said(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(answer);
});

test.each([
  ['GET', [200, 'b']],
  ['POST', [502, '502 Bad Gateway: the backend broke the connection off\n']],
])('a %s that waits for a machine that is gone does not wait for its time', async (method, answer) => {
  const reached = Promise.withResolvers<void>();
  // As a machine whose network is gone: it never answers, nor breaks the connection.
  const gone = await web('a', () => reached.resolve());
  const { port, ended, change, healthOf } = await balancing([serving(gone)]);
  const asked = fetch(url(port), { method });
  await reached.promise;
  change({ backends: [serving(gone), serving(await named('b'))] });
  await eventually(() => healthOf('b') === 'healthy');
  ended('a');
  const reply = await asked;
  expect([reply.status, await reply.text()]).toEqual(answer);
});

test('a request is tried twice at most', async () => {
  const seen: string[] = [];
  const backends = await Promise.all(['a', 'b', 'c'].map((id) => dying(id, seen)));
  const { port } = await balancing(backends.map((one) => serving(one)));
  expect((await fetch(url(port))).status).toBe(502);
  expect(seen).toEqual(['GET', 'GET']);
});

test('a backend that cannot be reached costs no request, whatever its method and body', async () => {
  const gone = await named('a');
  const echo = await web('b', (incoming, outgoing) => void incoming.pipe(outgoing));
  const { port } = await balancing([serving(gone), serving(echo)], {
    health_check: { ...(await slowCheck()), path: '/health' },
  });
  gone.server.close();
  gone.server.closeAllConnections();
  for (let i = 0; i < 6; i++) {
    const reply = await fetch(url(port), { method: 'POST', body: `body ${i}` });
    expect([reply.status, await reply.text()]).toEqual([200, `body ${i}`]);
  }
});

/** A health check that does not notice anything within a test. */
const slowCheck = async () => ({
  protocol: 'http' as const,
  port: null,
  path: '/health',
  interval_seconds: 60,
  timeout_seconds: 1,
  healthy_threshold: 2,
  unhealthy_threshold: 2,
  expected: [{ from: 200, to: 399 }],
});

test('a response that breaks off breaks off for the client too', async () => {
  const seen: string[] = [];
  const half = 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf';
  const { port } = await balancing([serving(await dying('a', seen, half)), serving(await dying('b', seen, half))]);
  const reply = await fetch(url(port));
  expect(reply.status).toBe(200);
  await expect(reply.text()).rejects.toThrow('terminated');
  expect(seen).toEqual(['GET']);
});

/** A backend that refuses each request by its head, and closes the connection. */
const refusing = () =>
  tcp('a', (socket) => {
    const refusal = 'HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 3\r\n\r\nbig';
    socket.once('data', () => socket.end(refusal));
  });

test('a backend answers by the head, before the client has sent anything of the body', async () => {
  const { port } = await balancing([serving(await refusing())], {
    health_check: { ...(await slowCheck()), protocol: 'tcp' },
  });
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 5\r\n\r\n';
  expect(await said(port, head)).toMatch(/^HTTP\/1\.1 413 .*big$/s);
});

test('a client that sends all of a refused body has the answer, and goes on', async () => {
  const { port } = await balancing([serving(await refusing())], {
    health_check: { ...(await slowCheck()), protocol: 'tcp' },
  });
  const client = connect(port, '127.0.0.1');
  onTestFinished(() => void client.destroy());
  let read = '';
  const body = Buffer.alloc(30_000_000);
  client.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n`);
  await new Promise((sent) => client.write(body, sent));
  client.on('data', (bytes) => {
    read += bytes.toString();
  });
  client.write('POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 1\r\n\r\n1');
  await once(client, 'close');
  expect(read.match(/HTTP\/1\.1 413 /g)).toHaveLength(2);
});

test('a backend that says nothing is given up with 504', async () => {
  const mute = await web('a', () => undefined);
  const { port } = await balancing([serving(mute)], { limits: { response: 300 } });
  const reply = await fetch(url(port));
  expect([reply.status, await reply.text()]).toEqual([
    504,
    '504 Gateway Timeout: the backend did not answer in time\n',
  ]);
});

test('a backend that answers with no HTTP is a bad gateway', async () => {
  const liar = await tcp('a', (socket) => void socket.end('SSH-2.0-OpenSSH\r\n'));
  const { port } = await balancing([serving(liar)], {
    health_check: { ...(await slowCheck()), protocol: 'tcp' },
  });
  expect((await fetch(url(port), { method: 'POST' })).status).toBe(502);
});

test('without a healthy backend the answer is 503, and of TCP a reset', async () => {
  const { port } = await balancing([]);
  const reply = await fetch(url(port));
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([503, 'no-store']);
  expect(await reply.text()).toBe('503 Service Unavailable: no backend is healthy\n');
  const other = await balancing([], { protocol: 'tcp' });
  await expect(said(other.port, 'hello')).rejects.toThrow('ECONNRESET');
});

test.each([
  ['breaks its connection', (socket: Socket): unknown => socket.resetAndDestroy(), {}],
  // Its end alone may mean that it waits for the rest of the answer: the usual limits tell.
  ['ends it and is gone', (socket: Socket): unknown => socket.destroy(), { response: 500 }],
] as const)('a client that %s takes its request with it', async (_what, leave, limits) => {
  const left = Promise.withResolvers<void>();
  const place = await web('a', (_, outgoing) => void outgoing.once('close', () => left.resolve()).write('begun'));
  const { port } = await balancing([serving(place)], { limits });
  const call = request({ port, host: '127.0.0.1' }).end();
  call.on('error', () => undefined);
  const [answer] = await once(call, 'response');
  answer.on('error', () => undefined);
  leave(answer.socket);
  await left.promise;
});

test('TCP passes bytes and ends both ways, and one that cannot be reached is passed over', async () => {
  const closed = createServer();
  const port = await listening(closed);
  closed.close();
  const upper = await tcp('b', (socket: Socket) => {
    let all = '';
    socket.on('data', (part) => {
      all += part;
    });
    socket.on('end', () => socket.end(all.toUpperCase()));
  });
  const gone = { instance_id: 'a', private_ip: '127.0.0.1', port };
  const running = await balancing([serving(gone), serving(upper)], { protocol: 'tcp', waits: false });
  await expect.poll(() => running.healthOf('b')).toBe('healthy');
  for (let i = 0; i < 3; i++) expect(await saidAndEnded(halfOpen(running.port), 'half-open')).toBe('HALF-OPEN');
});

test('TCP from one source stays with one backend where sessions stick', async () => {
  const names = ['a', 'b', 'c'];
  const places = await Promise.all(names.map((name) => tcp(name, (socket) => void socket.end(name))));
  const sticky = await balancing(
    places.map((one) => serving(one)),
    { protocol: 'tcp', sticky: true },
  );
  const seen = await Promise.all(Array.from({ length: 6 }, () => said(sticky.port, '')));
  expect(new Set(seen).size).toBe(1);
  const rest = places.filter(({ instance_id }) => instance_id !== seen[0]);
  sticky.change({ backends: rest.map((one) => serving(one)) });
  expect(rest.map(({ instance_id }) => instance_id)).toContain(await said(sticky.port, ''));
});
