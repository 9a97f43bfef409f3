import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RequestLog } from '#lib/local/dev/requests/request-log.ts';
import { shapeOf } from '#lib/local/dev/requests/shape.ts';
import { rawHttp } from '#test/support/http/raw-http.ts';

const account = '482910337451';
const claims = (values: object) => `x.${Buffer.from(JSON.stringify(values)).toString('base64url')}.y`;
const token = claims({ account_id: account });

let log: RequestLog;
let lines: string[];
let server: Server;
let asked: string[];
let answer: [status: number, headers: Record<string, string> | string[]];
beforeEach(async () => {
  lines = [];
  asked = [];
  answer = [200, {}];
  const ofKey = async (id: string) => {
    asked.push(id);
    return id === 'SVCAAAAAAAAAAAAAAAAA' ? account : undefined;
  };
  log = new RequestLog(ofKey, (line) => lines.push(line));
  log.begin();
  server = createServer((req, res) => {
    const follow = log.follow(req, res);
    buffer(req).then(
      (body) => {
        follow(body);
        res.writeHead(...(answer as [number, string[]])).end('{}');
      },
      () => undefined,
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterEach(() => server.close());

const port = () => (server.address() as AddressInfo).port;
const send = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port()}${path}`, init);
const newest = async () => {
  await expect.poll(() => log.list(1)).toHaveLength(1);
  return log.list(1)[0];
};

test('a request is kept with what it was, and without what it said', async () => {
  answer = [400, ['Content-Type', 'application/json', 'X-Error-Code', 'validation_failed']];
  await send('/auth/team/invite/info?token=it_secret&limit=5&eyJhbGci', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ email: 'asha@example.com', tags: { env: 'dev' }, roles: ['admin'], ttl: 3, on: true }),
  });
  const entry = await newest();
  expect(entry).toEqual({
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    method: 'POST',
    path: '/auth/team/invite/info?token&limit&…',
    status: 400,
    ms: expect.any(Number),
    account_id: account,
    error: 'validation_failed',
    body_shape: { email: 'string', tags: { env: 'string' }, roles: ['string'], ttl: 'number', on: 'boolean' },
  });
  expect(lines).toEqual([
    `POST /auth/team/invite/info?token&limit&… 400 ${Math.round(entry?.ms ?? 0)} ms ${account} validation_failed`,
  ]);
  expect(JSON.stringify([entry, lines])).not.toMatch(/secret|asha|eyJ|dev"/);
});

test.each([
  ['a cookie', { cookie: `other=1; svc_access=${token}` }, account],
  ['a signature', { authorization: 'SVC4-HMAC-SHA256 Credential=SVCAAAAAAAAAAAAAAAAA/20261121/in-mum/svc' }, account],
  ['a signature of nobody', { authorization: 'AWS4-HMAC-SHA256 Credential=SVCBBBBBBBBBBBBBBBBB/x' }, null],
  ['no credentials', {}, null],
  ['a token that is none', { authorization: 'Bearer nonsense' }, null],
  ['a token with another claim', { authorization: `Bearer ${claims({ account_id: 'rm -rf' })}` }, null],
])('the account is that of %s', async (_what, headers, expected) => {
  await send('/', { headers: headers as Record<string, string> });
  expect((await newest())?.account_id).toBe(expected);
});

test('the account of a signed query is found, and a key is looked up once', async () => {
  for (const part of ['a', 'b']) await send(`/${part}?X-Amz-Credential=SVCAAAAAAAAAAAAAAAAA%2F20261121`);
  await expect.poll(() => log.list(200).map((entry) => entry.account_id)).toEqual([account, account]);
  expect(asked).toEqual(['SVCAAAAAAAAAAAAAAAAA']);
});

test('of credentials that were refused there is no account', async () => {
  answer = [401, { 'x-error-code': 'invalid_token' }];
  await send('/', { headers: { authorization: `Bearer ${token}` } });
  expect(await newest()).toMatchObject({ status: 401, account_id: null, error: 'invalid_token' });
});

test('the last 200 are kept, newest first', async () => {
  for (let n = 0; n < 205; n++) await send(`/${n}`);
  await expect.poll(() => log.list(200)[0]?.path).toBe('/204');
  expect(log.list(200)).toHaveLength(200);
  expect(log.list(200).at(-1)?.path).toBe('/5');
  expect(log.list(2).map(({ path }) => path)).toEqual(['/204', '/203']);
});

test('a client that goes away has no status', async () => {
  await rawHttp(port(), 'POST /compute/instances HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"na', 50);
  expect(await newest()).toMatchObject({ path: '/compute/instances', status: null, error: null });
  expect(lines[0]).toMatch(/^POST \/compute\/instances gone \d+ ms - -$/);
});

test('a path is cut, and nothing before `begin` is kept', async () => {
  const quiet = new RequestLog(async () => undefined);
  expect(quiet.list(200)).toEqual([]);
  await send(`/${'a'.repeat(1000)}`);
  expect((await newest())?.path).toHaveLength(300);
});

const deep = (depth: number): unknown => (depth === 0 ? 1 : { in: deep(depth - 1) });
const many = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, n]));
test.each([
  [null, 'null'],
  [{}, {}],
  [{ rules: [] }, { rules: [] }],
  [{ rules: [{ port: 1 }, { port: 2 }] }, { rules: [{ port: 'number' }] }],
  [{ user_data: null }, { user_data: 'null' }],
  [{ [`sk_${'x'.repeat(80)}`]: 1, 'a b': 2 }, { '…': 'number' }],
  [deep(8), { in: { in: { in: { in: { in: { in: '…' } } } } } }],
])('the shape of %j is %j', (body, shape) => {
  expect(shapeOf(Buffer.from(JSON.stringify(body)), 'application/json; charset=utf-8')).toEqual(shape);
});

test('of what is not JSON, too long or too large there is only the size', () => {
  expect(shapeOf(Buffer.from('hello'), 'text/plain')).toBe('5 bytes');
  expect(shapeOf(Buffer.from('{"a'), 'application/json')).toBe('3 bytes that are not JSON');
  expect(shapeOf(Buffer.alloc(300_000), 'application/json')).toBe('300000 bytes');
  expect(shapeOf(Buffer.alloc(0), undefined)).toBeNull();
  expect(Object.keys(shapeOf(Buffer.from(JSON.stringify(many)), 'application/json') as object)).toHaveLength(51);
});
