import { request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { frontBefore, resultOf } from '#test/support/http/front.ts';
import { saidAndEnded } from '#test/support/http/half-closed.ts';
import { parseReply, rawHttp } from '#test/support/http/raw-http.ts';

type Front = Awaited<ReturnType<typeof frontBefore>>;
let open: Front[] = [];
afterEach(async () => {
  for (const one of open) await one.close();
  open = [];
});
const start = async (...args: Parameters<typeof frontBefore>): Promise<Front> => {
  const front = await frontBefore(...args);
  open.push(front);
  return front;
};
const raw = async (front: Front, text: string) => parseReply(await rawHttp(front.port, text));
const host = (front: Front) => `Host: localhost:${front.port}\r\n`;

test('a request goes on with its body, and the true method, target and address', async () => {
  const front = await start();
  const reply = await fetch(`${front.url}/a%2Fb?x=%20`, { method: 'PUT', body: '{"ä":1}' });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('x-request-id')).toBe('req-1');
  expect(await reply.json()).toEqual({});
  const body = Buffer.from('{"ä":1}').toString('latin1');
  expect(front.arrived).toEqual([
    { method: 'PUT', url: '/a%2Fb?x=%20', body, sourceIp: '127.0.0.1', headers: expect.any(Object) },
  ]);
});

test('the type of a body is what was sent, and none where none was', async () => {
  const front = await start();
  await raw(front, `POST /a HTTP/1.1\r\n${host(front)}Content-Type: text/x\r\nContent-Length: 1\r\n\r\n0`);
  await raw(front, `POST /a HTTP/1.1\r\n${host(front)}Content-Length: 1\r\n\r\n0`);
  expect(front.arrived.map(({ headers }) => headers['content-type'])).toEqual(['text/x', undefined]);
});

test('a body in chunks has its length in the end', async () => {
  const front = await start();
  const chunked = 'Transfer-Encoding: chunked\r\n\r\n2\r\n{"\r\n4\r\na":1\r\n1\r\n}\r\n0\r\n\r\n';
  expect((await raw(front, `POST /a HTTP/1.1\r\n${host(front)}${chunked}`)).status).toBe(200);
  expect(front.arrived[0]).toMatchObject({ body: '{"a":1}', headers: { 'content-length': '7' } });
  expect(front.arrived[0]?.headers).not.toHaveProperty('transfer-encoding');
});

test('a body that its client cuts off reaches no function', async () => {
  const front = await start();
  const gone = connect(front.port, '127.0.0.1');
  gone.write(`POST /a HTTP/1.1\r\n${host(front)}Content-Length: 10\r\n\r\nabc`);
  gone.end();
  await new Promise((resolve) => gone.once('close', resolve).resume());
  expect((await fetch(`${front.url}/b`)).status).toBe(200);
  expect(front.arrived.map(({ url }) => url)).toEqual(['/b']);
});

test('a client that has ended its side after the request gets its answer', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const front = await start(async ({ url }) => {
    if (url === '/held') await released;
    return resultOf();
  });
  const client = connect({ port: front.port, host: '127.0.0.1', allowHalfOpen: true });
  const answer = saidAndEnded(client, `POST /held HTTP/1.1\r\n${host(front)}Content-Length: 3\r\n\r\nabc`);
  await expect.poll(() => front.arrived.length).toBe(1);
  // The end of the client's side is known by now: what was sent later has been answered.
  expect((await fetch(`${front.url}/other`)).status).toBe(200);
  release();
  expect(parseReply(await answer).status).toBe(200);
  expect(front.arrived[0]).toMatchObject({ url: '/held', body: 'abc' });
});

test('a target that servers read in different ways arrives as it was sent', async () => {
  const front = await start();
  expect((await raw(front, `GET //a/../b/%zz/?x=%zz HTTP/1.1\r\n${host(front)}\r\n`)).status).toBe(200);
  expect(front.arrived[0]).toMatchObject({ method: 'GET', url: '//a/../b/%zz/?x=%zz', body: '' });
});

test('the source that the front tells the relay is taken out of what a client sends', async () => {
  const front = await start();
  await raw(front, `GET /a HTTP/1.1\r\n${host(front)}X-Svc-Source: 10.0.0.1\r\n\r\n`);
  expect(front.arrived[0]?.headers).not.toHaveProperty('x-svc-source');
  expect(front.arrived[0]?.sourceIp).toBe('127.0.0.1');
});

test('several headers of one name are joined; cookies stay one header', async () => {
  const front = await start();
  await raw(front, `GET /a HTTP/1.1\r\n${host(front)}X-A: 1\r\nX-A: 2\r\nx-a: 3\r\nCookie: a=1\r\nCookie: b=2\r\n\r\n`);
  expect(front.arrived[0]?.headers).toMatchObject({ 'x-a': '1, 2, 3', cookie: 'a=1; b=2' });
});

test('a body over 6 MB is refused by its length before it is sent, and by its bytes when it has none', async () => {
  const front = await start();
  const announced = await raw(
    front,
    `POST /a HTTP/1.1\r\n${host(front)}Content-Length: 6291457\r\nExpect: 100-continue\r\n\r\n`,
  );
  expect(announced.status).toBe(413);
  expect(announced.headers).toMatchObject({ 'x-error-code': 'payload_too_large', connection: 'close' });
  expect(announced.body).toEqual({ error: 'body: larger than 6291456 bytes' });
  const status = await new Promise((resolve, reject) => {
    const req = request({ port: front.port, host: 'localhost', path: '/a', method: 'POST' }, (res) =>
      resolve(res.statusCode),
    );
    req.on('error', reject);
    for (let i = 0; i < 7; i++) req.write(Buffer.alloc(1024 * 1024));
  });
  expect(status).toBe(413);
  expect(front.arrived).toEqual([]);
});

test('a body of exactly 6 MB goes on', async () => {
  const front = await start();
  const reply = await fetch(`${front.url}/a`, { method: 'POST', body: Buffer.alloc(6 * 1024 * 1024, 'x') });
  expect(reply.status).toBe(200);
  expect(front.arrived[0]?.body).toHaveLength(6 * 1024 * 1024);
});

test('HEAD is answered like GET, without a body', async () => {
  const front = await start();
  const text = await rawHttp(front.port, `HEAD /a HTTP/1.1\r\n${host(front)}Connection: close\r\n\r\n`);
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(text.endsWith('\r\n\r\n')).toBe(true);
  expect(text).toMatch(/^content-length: 2\r$/im);
  expect(front.arrived[0]).toMatchObject({ method: 'HEAD', url: '/a' });
});

test('the length of a reply that a handler left empty is not the length of a GET', async () => {
  const front = await start(() => resultOf({}, ''));
  const ask = (method: string) => raw(front, `${method} /a HTTP/1.1\r\n${host(front)}\r\n`);
  expect((await ask('GET')).headers['content-length']).toBe('0');
  expect((await ask('HEAD')).headers).not.toHaveProperty('content-length');
});

test('what does not come from a handler is an {error}: nothing of it is passed on', async () => {
  const front = await start(({ url }) => {
    if (url === '/thrown') throw new Error('secret');
    if (url === '/nothing') return undefined;
    return { statusCode: 200, headers: { 'x-secret': 'y' }, body: '{"stackTrace":["secret"]}' };
  });
  for (const path of ['/thrown', '/nothing', '/stack']) {
    const reply = await fetch(front.url + path);
    expect([reply.status, reply.headers.get('x-error-code')]).toEqual([500, 'internal']);
    expect(await reply.json()).toEqual({ error: `internal error; quote ${reply.headers.get('x-request-id')}` });
    expect(reply.headers.has('x-secret')).toBe(false);
  }
});

test('CORS headers reach the client only where the handler says that they are its own', async () => {
  const allowed = { 'Access-Control-Allow-Origin': '*' };
  const front = await start(({ url }) => resultOf({ ...allowed, ...(url === '/own' && { 'X-Svc-Cors': '1' }) }));
  expect((await fetch(`${front.url}/other`)).headers.has('access-control-allow-origin')).toBe(false);
  const own = await fetch(`${front.url}/own`);
  expect(own.headers.get('access-control-allow-origin')).toBe('*');
  expect(own.headers.has('x-svc-cors')).toBe(false);
});

test('several cookies reach the client each in a header of its own', async () => {
  const front = await start(() => ({ ...resultOf(), cookies: ['a=1; HttpOnly', 'b=2'] }));
  expect((await fetch(`${front.url}/a`)).headers.getSetCookie()).toEqual(['a=1; HttpOnly', 'b=2']);
});

test('bytes arrive as a function made them, and what has no body has no length', async () => {
  const bytes = Buffer.from([0, 255, 13, 10]);
  const front = await start(({ url }) =>
    url === '/bytes'
      ? { ...resultOf({ 'content-type': 'x/y' }, bytes.toString('base64')), isBase64Encoded: true }
      : resultOf({ etag: '"1"' }, '', 304),
  );
  const reply = await fetch(`${front.url}/bytes`);
  expect(Buffer.from(await reply.arrayBuffer())).toEqual(bytes);
  expect(reply.headers.get('content-type')).toBe('x/y');
  const unchanged = await raw(front, `GET /a HTTP/1.1\r\n${host(front)}\r\n`);
  expect(unchanged).toMatchObject({ status: 304, headers: { etag: '"1"' } });
  expect(unchanged.headers).not.toHaveProperty('content-length');
});

test('a console without a relay is refused; an upgrade to anything else is an ordinary request', async () => {
  const front = await start();
  const upgrade = (protocol: string) => `${host(front)}Connection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`;
  const refused = await raw(
    front,
    `GET /compute/ws/instances/i-1/console?ticket=x HTTP/1.1\r\n${upgrade('websocket')}`,
  );
  expect(refused).toMatchObject({ status: 503, body: { error: expect.stringContaining('retry after 1 second') } });
  expect((await raw(front, `GET /a HTTP/1.1\r\n${upgrade('h2c')}`)).status).toBe(200);
});

test('CONNECT is refused', async () => {
  const front = await start();
  expect((await raw(front, `CONNECT evil.example:443 HTTP/1.1\r\n${host(front)}\r\n`)).status).toBe(400);
});

test('a client that goes away leaves its request to the function, and the next one is served', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const front = await start(async ({ url }) => {
    if (url === '/slow') await held;
    return resultOf();
  });
  const gone = connect(front.port, '127.0.0.1');
  gone.write(`GET /slow HTTP/1.1\r\n${host(front)}\r\n`);
  await expect.poll(() => front.arrived.length).toBe(1);
  gone.destroy();
  expect((await fetch(`${front.url}/a`)).status).toBe(200);
  release();
  expect((await fetch(`${front.url}/a`)).status).toBe(200);
});

test('closing lets what is in flight finish, and takes nothing new', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const front = await start(async () => {
    await held;
    return resultOf();
  });
  const inFlight = fetch(`${front.url}/slow`);
  await expect.poll(() => front.arrived.length).toBe(1);
  const closed = front.front.close(5_000);
  await expect(fetch(`${front.url}/new`)).rejects.toThrow();
  release();
  expect((await inFlight).status).toBe(200);
  await closed;
});

test('an expectation that nobody knows is refused as everything else is', async () => {
  const front = await start();
  const reply = await raw(front, `POST /a HTTP/1.1\r\n${host(front)}Expect: tea\r\nContent-Length: 0\r\n\r\n`);
  expect(reply).toMatchObject({ status: 417, body: { error: 'Expect: must be 100-continue' } });
  expect(front.arrived).toEqual([]);
});
