import { execFile } from 'node:child_process';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Limits } from '#lib/runtime/balancer/engine/front.ts';
import { makeCertificate } from '#test/support/http/certificate.ts';
import { balancing, serving, tcp, web } from './support.ts';

/* HTTP/2 of clients at an https listener, whose backends speak HTTP/1.1. */

const { cert, key } = makeCertificate({ names: ['shop.example.in'] });
const certificates = [{ id: 'cert-1', certificate_pem: cert, private_key_pem: key }];

type Serve = Parameters<typeof web>[1];

const secured = async (serve: Serve, limits: Partial<Limits> = {}) =>
  balancing([serving(await web('a', serve))], { protocol: 'https', certificates, limits });

/** A connection of a client that speaks HTTP/2. */
function speaking(port: number): ClientHttp2Session {
  const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
  session.on('error', () => undefined);
  onTestFinished(() => session.destroy());
  return session;
}

interface Answer {
  readonly headers: Record<string, unknown>;
  readonly text: string;
  readonly code: number;
}

/** What comes back on a stream until it is closed. */
const answered = (stream: ClientHttp2Stream): Promise<Answer> =>
  new Promise((resolve) => {
    let headers = {};
    let text = '';
    stream.on('error', () => undefined);
    stream.on('response', (fields) => {
      headers = { ...fields };
    });
    stream.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    stream.once('close', () => resolve({ headers, text, code: stream.rstCode ?? 0 }));
  });

const ask = (session: ClientHttp2Session, headers: Record<string, string | string[]> = {}, body?: string) => {
  const stream = session.request({ ':authority': 'shop.example.in', ...headers }, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  return answered(stream);
};

const echo: Serve = (incoming, outgoing) => {
  let body = '';
  incoming.on('data', (part) => (body += part));
  incoming.on('end', () =>
    outgoing.end(JSON.stringify({ method: incoming.method, url: incoming.url, headers: incoming.headers, body })),
  );
};

describe('a request', () => {
  test('reaches a backend as the same one by HTTP/1.1 would', async () => {
    const { port } = await secured(echo);
    const { headers, text } = await ask(
      speaking(port),
      {
        ':method': 'POST',
        ':path': '/cart?x=%20',
        'x-forwarded-for': '9.9.9.9',
        x_forwarded_for: '9.9.9.9',
        te: 'trailers',
        cookie: ['a=1', 'b=2'],
        'x-own': 'é',
      },
      'hello',
    );
    expect(headers).toMatchObject({ ':status': 200, date: expect.stringMatching(/GMT$/) });
    expect(JSON.parse(text)).toEqual({
      method: 'POST',
      url: '/cart?x=%20',
      body: 'hello',
      headers: {
        host: 'shop.example.in',
        cookie: 'a=1; b=2',
        connection: 'keep-alive',
        'x-own': 'é',
        'transfer-encoding': 'chunked',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-host': 'shop.example.in',
        'x-forwarded-port': `${port}`,
        'x-forwarded-proto': 'https',
      },
    });
  });

  test('with a length keeps it, and HEAD and 304 have no body', async () => {
    const { port } = await secured((incoming, outgoing) => {
      if (incoming.url === '/304') outgoing.writeHead(304, { etag: '"a"' }).end();
      else echo(incoming, outgoing);
    });
    const session = speaking(port);
    const { text } = await ask(session, { ':method': 'PUT', 'content-length': '5' }, 'hello');
    expect(JSON.parse(text)).toMatchObject({ body: 'hello', headers: { 'content-length': '5' } });
    expect(await ask(session, { ':method': 'HEAD' })).toMatchObject({ headers: { ':status': 200 }, text: '', code: 0 });
    const known = await ask(session, { ':path': '/304' });
    expect(known).toMatchObject({ headers: { ':status': 304, etag: '"a"' }, text: '', code: 0 });
  });

  test('is answered by the balancer as over HTTP/1.1', async () => {
    const { port } = await secured(echo);
    const session = speaking(port);
    const status = async (headers: Record<string, string>, body?: string) =>
      (await ask(session, headers, body)).headers[':status'];
    expect(await status({ ':method': 'TRACE' })).toBe(405);
    expect(await status({ ':method': 'OPTIONS', ':path': '*', 'max-forwards': '0' })).toBe(204);
    expect(await status({ expect: 'wonders' })).toBe(417);
    expect(await status({ expect: '100-continue', ':method': 'POST' }, 'x')).toBe(200);
    expect(await status({ 'x-long': 'x'.repeat(17_000) })).toBe(431);
    expect(await status({ host: 'other.example' })).toBe(400);
  });

  test('gets interim answers, cookies and what is refused: 502 and 503', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n';
    const early = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n';
    let answer = `${early}${head}Connection: x-own\r\nX-Own: 1\r\n\r\nhi`;
    const place = await tcp('a', (socket) => void socket.once('data', () => socket.end(answer)));
    const check = { protocol: 'tcp' as const, port: null, path: '/', interval_seconds: 0.05, timeout_seconds: 30 };
    const health_check = { ...check, healthy_threshold: 1, unhealthy_threshold: 2, expected: [] };
    const running = await balancing([serving(place)], { protocol: 'https', certificates, health_check });
    const session = speaking(running.port);
    const stream = session.request({ ':authority': 'a' });
    const hints: unknown[] = [];
    stream.on('headers', (fields) => hints.push([fields[':status'], fields.link]));
    const { headers, text } = await answered(stream);
    expect(hints).toEqual([[103, '</a.css>; rel=preload']]);
    expect([headers['set-cookie'], headers['x-own'], headers.connection, text]).toEqual([
      ['a=1', 'b=2'],
      undefined,
      undefined,
      'hi',
    ]);
    answer = `${head}Content-Type: a/b\r\nContent-Type: c/d\r\n\r\nhi`;
    expect((await ask(session)).headers[':status']).toBe(502);
    answer = '';
    expect(await ask(session)).toMatchObject({
      headers: { ':status': 502 },
      text: '502 Bad Gateway: the backend broke the connection off\n',
    });
    running.change({ backends: [] });
    expect((await ask(session)).headers[':status']).toBe(503);
  });

  test('streams both ways, and a reset of the client ends it at the backend', async () => {
    let gone = 0;
    const { port } = await secured((incoming, outgoing) => {
      outgoing.flushHeaders();
      incoming.pipe(outgoing);
      incoming.on('error', () => undefined);
      outgoing.once('close', () => (gone += 1));
    });
    const stream = speaking(port).request({ ':method': 'POST', ':authority': 'a' }, { endStream: false });
    for (const word of ['one', 'two']) {
      const heard = new Promise((done) => stream.once('data', (part) => done(String(part))));
      stream.write(word);
      expect(await heard).toBe(word);
    }
    stream.on('error', () => undefined).destroy(new Error('gone'));
    await expect.poll(() => gone).toBe(1);
  });
});

test('sticky sessions, redirects beside it and HTTP/1.1 at the same port', async () => {
  const backends = [
    serving(await web('a', (_, outgoing) => void outgoing.end('a'))),
    serving(await web('b', (_, outgoing) => void outgoing.end('b'))),
  ];
  const { port } = await balancing(backends, { protocol: 'https', certificates, sticky: true });
  const session = speaking(port);
  const first = await ask(session);
  const [cookie = ''] = String(first.headers['set-cookie']).split(';');
  const again = await Promise.all(Array.from({ length: 10 }, () => ask(session, { cookie })));
  expect(new Set(again.map(({ text }) => text))).toEqual(new Set([first.text]));
  const curl = (...args: string[]) => promisify(execFile)('curl', ['-sk', ...args, `https://127.0.0.1:${port}/`]);
  for (const [flag, version] of [
    ['--http2', '2'],
    ['--http1.1', '1.1'],
  ] as const) {
    expect((await curl(flag, '-w', ' %{http_version} %{http_code}')).stdout).toMatch(
      new RegExp(`^[ab] ${version.replace('.', '\\.')} 200$`),
    );
  }
});

test('requests under way are counted: on one connection, and on all of a listener', async () => {
  let open = 0;
  const held: (() => void)[] = [];
  const { port } = await secured(
    (_, outgoing) => {
      open += 1;
      held.push(() => outgoing.end('well'));
    },
    { requests: 50, streams: 20 },
  );
  const sessions = Array.from({ length: 5 }, () => speaking(port));
  await Promise.all(sessions.map((one) => new Promise((done) => one.once('remoteSettings', done))));
  expect(sessions.map(({ remoteSettings }) => remoteSettings.maxConcurrentStreams)).toEqual([20, 20, 20, 20, 20]);
  const all = sessions.flatMap((one) => Array.from({ length: 20 }, () => ask(one)));
  let refused = 0;
  for (const one of all) void one.then(({ code }) => (refused += code === constants.NGHTTP2_REFUSED_STREAM ? 1 : 0));
  await expect.poll(() => [open, refused]).toEqual([50, 50]);
  for (const end of held.splice(0)) end();
  expect((await Promise.all(all)).filter(({ text }) => text === 'well')).toHaveLength(50);
  // Their places are free again.
  const next = ask(sessions[0]!);
  await expect.poll(() => held.length).toBe(1);
  held[0]?.();
  expect((await next).text).toBe('well');
});

test('a connection without requests is ended, one with a request is not', async () => {
  const held: (() => void)[] = [];
  const { port } = await secured((_, outgoing) => void held.push(() => outgoing.end('well')), { keepAlive: 100 });
  const [idle, busy] = [speaking(port), speaking(port)];
  const answer = ask(busy);
  await expect.poll(() => [idle.closed, busy.closed]).toEqual([true, false]);
  held[0]?.();
  expect((await answer).text).toBe('well');
});
