import { request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { closeServer, frontBefore } from '#test/support/front.ts';
import { parseReply, rawHttp } from '#test/support/raw-http.ts';

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

test('a request goes on with its body, and the true method, target and address under our signature', async () => {
  const front = await start();
  const reply = await fetch(`${front.url}/a%2Fb?x=%20`, { method: 'PUT', body: '{"ä":1}' });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('x-request-id')).toBe('req-1');
  expect(await reply.json()).toEqual({});
  const [arrived] = front.arrived;
  expect(arrived).toMatchObject({
    method: 'PUT',
    url: '/a%2Fb?x=%20',
    body: Buffer.from('{"ä":1}').toString('latin1'),
  });
  expect(arrived?.target).toMatchObject({ method: 'PUT', target: '/a%2Fb?x=%20', source_ip: '127.0.0.1' });
  expect(Math.abs(Date.now() - (arrived?.target?.at ?? 0))).toBeLessThan(5_000);
});

test('the type of a body is signed too, and that it has none', async () => {
  const front = await start();
  await raw(front, `POST /a HTTP/1.1\r\n${host(front)}Content-Type: text/x\r\nContent-Length: 1\r\n\r\n0`);
  await raw(front, `POST /a HTTP/1.1\r\n${host(front)}Content-Length: 1\r\n\r\n0`);
  expect(front.arrived.map(({ target }) => target?.content_type)).toEqual(['text/x', '']);
});

test('a target that would be rewritten goes to the catch-all, and is signed as it was', async () => {
  const front = await start();
  expect((await raw(front, `GET //a/../b/%zz/ HTTP/1.1\r\n${host(front)}\r\n`)).status).toBe(200);
  expect(front.arrived[0]).toMatchObject({ method: 'POST', url: '/-/unrouted', body: '' });
  expect(front.arrived[0]?.target).toMatchObject({ method: 'GET', target: '//a/../b/%zz/' });
});

test('a forged target, its signature and an authorizer override are taken out', async () => {
  const front = await start();
  const forged = 'X-Svc-Target: e30\r\nx-svc-target-signature: AAAA\r\nSLS-Offline-Authorizer-Override: {"a":1}\r\n';
  await raw(front, `GET /a HTTP/1.1\r\n${host(front)}${forged}\r\n`);
  expect(front.arrived[0]?.target).toMatchObject({ method: 'GET', target: '/a' });
  expect(front.arrived[0]?.headers).not.toHaveProperty('sls-offline-authorizer-override');
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
  expect(front.arrived[0]).toMatchObject({ method: 'GET', target: { method: 'HEAD', target: '/a' } });
});

test('the length of a reply that a handler left empty is not the length of a GET', async () => {
  const front = await start((_req, res) => res.writeHead(200, { 'x-request-id': 'req-1', 'content-length': 0 }).end());
  const ask = (method: string) => raw(front, `${method} /a HTTP/1.1\r\n${host(front)}\r\n`);
  expect((await ask('GET')).headers['content-length']).toBe('0');
  expect((await ask('HEAD')).headers).not.toHaveProperty('content-length');
});

test('what does not come from a handler is an {error}: nothing of it is passed on', async () => {
  const statuses = { '/thrown': 502, '/stack': 200, '/bad': 400, '/none': 404 } as Record<string, number>;
  const front = await start((req, res) => {
    res.writeHead(statuses[req.url ?? ''] ?? 200, { 'x-secret': 'y' }).end('{"stackTrace":["secret"]}');
  });
  const ask = async (path: string) => {
    const reply = await fetch(front.url + path);
    return { status: reply.status, code: reply.headers.get('x-error-code'), text: await reply.text(), reply };
  };
  for (const path of ['/thrown', '/stack']) {
    const { status, code, text, reply } = await ask(path);
    expect({ status, code }).toEqual({ status: 500, code: 'internal' });
    expect(JSON.parse(text)).toEqual({ error: `internal error; quote ${reply.headers.get('x-request-id')}` });
    expect(reply.headers.has('x-secret')).toBe(false);
  }
  expect(await ask('/bad')).toMatchObject({ status: 400, text: '{"error":"the request cannot be read"}' });
  expect(await ask('/none')).toMatchObject({ status: 404, code: 'no_such_route', text: '{"error":"no such route"}' });
});

test('CORS headers reach the client only where the handler says that they are its own', async () => {
  const front = await start((req, res) => {
    const own = req.url === '/own' ? { 'x-svc-cors': '1' } : {};
    res.writeHead(200, { 'x-request-id': 'req-1', 'access-control-allow-origin': '*', ...own }).end('{}');
  });
  expect((await fetch(`${front.url}/other`)).headers.has('access-control-allow-origin')).toBe(false);
  const own = await fetch(`${front.url}/own`);
  expect(own.headers.get('access-control-allow-origin')).toBe('*');
  expect(own.headers.has('x-svc-cors')).toBe(false);
});

test('several cookies reach the client each in a header of its own', async () => {
  const front = await start((_req, res) => {
    res.writeHead(200, { 'x-request-id': 'req-1', 'set-cookie': ['a=1; HttpOnly', 'b=2'] }).end('{}');
  });
  expect((await fetch(`${front.url}/a`)).headers.getSetCookie()).toEqual(['a=1; HttpOnly', 'b=2']);
});

test('while the functions are not there, the answer is 503 with Retry-After', async () => {
  const front = await start();
  await closeServer(front.far);
  const reply = await fetch(`${front.url}/a`, { method: 'POST', body: '{}' });
  expect(reply.status).toBe(503);
  expect(reply.headers.get('retry-after')).toBe('1');
  expect(reply.headers.get('x-error-code')).toBe('dependency_unavailable');
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

test('a client that goes away takes its request along, and the next one is served', async () => {
  const front = await start((req, res) => {
    if (req.url !== '/slow') res.writeHead(200, { 'x-request-id': 'req-1' }).end('{}');
  });
  const gone = connect(front.port, '127.0.0.1');
  gone.write(`GET /slow HTTP/1.1\r\n${host(front)}\r\n`);
  await expect.poll(() => front.arrived.length).toBe(1);
  gone.destroy();
  expect((await fetch(`${front.url}/a`)).status).toBe(200);
});

test('closing lets what is in flight finish, and takes nothing new', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const front = await start((_req, res) => {
    void held.then(() => res.writeHead(200, { 'x-request-id': 'req-1' }).end('{}'));
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
