import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixtureService } from '#test/support/platform/fixture-service.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

const FUNCTIONS = `
  show: { handler: fn/api.show, events: [ { httpApi: 'GET /things/{id}' }, { httpApi: 'POST /things' } ] }
  boom: { handler: fn/api.boom, events: [ { httpApi: 'GET /boom' } ] }
  late: { handler: fn/api.late, events: [ { httpApi: 'GET /late' } ] }
  rejects: { handler: fn/api.rejects, events: [ { httpApi: 'GET /rejects' } ] }
  ticks: { handler: fn/api.ticks, events: [ { httpApi: 'GET /ticks' } ], environment: { SVC_TABLE: cloud } }
  nowhere: { handler: fn/api.nowhere, events: [ { httpApi: '*' } ] }
  hourly: { handler: fn/tick.handler, events: [ { schedule: rate(1 hour) } ] }
  off: { handler: fn/tick.handler, events: [ { schedule: { rate: rate(1 minute), enabled: false } } ] }
`;
const API = `
  const reply = (body: object, statusCode = 200, headers = {}) =>
    ({ statusCode, headers: { 'x-request-id': 'req-1', 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
  const seen = (event: any) => ({
    method: event.requestContext.http.method, route: event.routeKey, params: event.pathParameters, headers: event.headers,
    body: event.isBase64Encoded ? Buffer.from(event.body, 'base64').toString('latin1') : 'text: ' + event.body,
    path: event.rawPath, query: event.rawQueryString,
  });
  export const show = async (event: any) => reply({ ...seen(event), pad: 'x'.repeat(2000) }, 200, { etag: '"v1"', 'access-control-allow-origin': '*' });
  export const nowhere = async (event: any) => reply(seen(event), 404);
  export const boom = async () => { throw new Error('the secret'); };
  export const late = async () => { setTimeout(() => { throw new Error('too late'); }, 1); return reply({}); };
  export const rejects = async () => { void Promise.reject(new Error('nobody listens')); return reply({}); };
  export const ticks = async () => reply({
    table: process.env.SVC_TABLE, mode: process.env.SVC_MODE, region: process.env.AWS_REGION,
    key: process.env.AWS_ACCESS_KEY_ID, profile: process.env.AWS_PROFILE, ticks: (globalThis as any).ticks ?? [],
  });
`;
const TICK = `
  export const handler = async (event: any) => {
    ((globalThis as any).ticks ??= []).push(event.time ?? 'no time');
    return { next_at: null };
  };
`;

let service: ReturnType<typeof fixtureService>;
let platform: RunningPlatform;
beforeAll(async () => {
  service = fixtureService(FUNCTIONS, { 'fn/api.ts': API, 'fn/tick.ts': TICK });
  platform = await startPlatform({
    serviceDir: service.dir,
    env: { AWS_PROFILE: 'production', AWS_ACCESS_KEY_ID: 'real' },
  });
});
afterAll(async () => {
  expect(await platform.stop()).toBe(0);
  service.remove();
});

const get = async (path: string, init: RequestInit = {}) => {
  const reply = await fetch(platform.baseUrl + path, init);
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, body: text === '' ? undefined : JSON.parse(text) };
};

test('a function sees what was asked, though the server in between would not have told it', async () => {
  const { body } = await get('/things/a%2Fb?x=%20', { headers: { origin: 'http://evil.example', 'x-a': '1' } });
  expect(body).toMatchObject({
    route: 'GET /things/{id}',
    params: { id: 'a/b' },
    path: '/things/a%2Fb',
    query: 'x=%20',
  });
  expect(body.headers).toMatchObject({ origin: 'http://evil.example', 'x-a': '1', host: `localhost:${platform.port}` });
  const slash = await get('/things/1/');
  expect(slash).toMatchObject({
    status: 404,
    body: { route: '$default', method: 'GET', path: '/things/1/' },
  });
  const options = await get('/things/1', { method: 'OPTIONS', headers: { origin: 'http://evil.example' } });
  expect(options).toMatchObject({ status: 404, body: { method: 'OPTIONS' } });
  expect([...options.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
});

test('the server in between answers nothing by itself: no 304, no range, no compression, no CORS, no charset', async () => {
  // The client adds `identity` to what it accepts beside a range.
  const headers = {
    'if-none-match': '"v1"',
    range: 'bytes=0-1',
    'accept-encoding': 'gzip',
    origin: 'http://evil.example',
  };
  const reply = await get('/things/1', { headers });
  expect(reply.status).toBe(200);
  expect(reply.body.headers).toMatchObject({ ...headers, 'accept-encoding': 'gzip, identity' });
  expect(reply.headers.get('content-type')).toBe('application/json');
  for (const name of ['content-encoding', 'access-control-allow-origin', 'accept-ranges', 'vary']) {
    expect(reply.headers.has(name)).toBe(false);
  }
});

test('HEAD has the headers of GET and no body', async () => {
  const { status, headers, body } = await get('/things/1', { method: 'HEAD' });
  expect({ status, body }).toEqual({ status: 200, body: undefined });
  expect(Number(headers.get('content-length'))).toBeGreaterThan(2000);
});

test.each(['{"a": 1,\n "a":2}', '0', 'null', '"{}"', '\xff\xfe'])(
  'the body %j arrives byte for byte, whatever its type',
  async (text) => {
    const body = Buffer.from(text, 'latin1');
    for (const type of ['application/json', 'x/???']) {
      const { body: seen } = await get('/things', { method: 'POST', body, headers: { 'content-type': type } });
      expect(seen).toMatchObject({ body: text, headers: { 'content-type': type } });
    }
  },
);

test('a function that throws is a 500 without a word of the reason', async () => {
  const { status, headers, body } = await get('/boom');
  expect(status).toBe(500);
  expect(body).toEqual({ error: `internal error; quote ${headers.get('x-request-id')}` });
  await expect.poll(() => platform.output()).toContain('warn boom threw: Error: the secret');
});

test('a function that throws or rejects after its answer does not take the platform along', async () => {
  expect((await get('/late')).status).toBe(200);
  expect((await get('/rejects')).status).toBe(200);
  await expect.poll(() => platform.output()).toContain('too late');
  await expect.poll(() => platform.output()).toContain('nobody listens');
  expect((await get('/things/1')).status).toBe(200);
});

test('functions have the local environment: not that of the cloud, and no way to a real account', async () => {
  const { body } = await get('/ticks');
  expect(body).toMatchObject({ table: 'svc', mode: 'local', region: 'ap-south-1', key: 'local' });
  expect(body.profile).toBeUndefined();
});

test('schedules run on the civil clock, and by nobody else', async () => {
  const advance = (seconds: number) =>
    get('/dev/clock', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance_seconds: seconds }),
    });
  const before = (await get('/ticks')).body.ticks.length;
  expect(before).toBe(1);
  expect((await advance(7200)).body.offset_seconds).toBe(7200);
  // It is asked once when the clock is moved, and has no work after that.
  expect((await get('/ticks')).body.ticks).toHaveLength(before + 1);
});

test.each([
  ['{"advance_seconds": -1}', 400, 'validation_failed'],
  ['{"advance_seconds": 1.5}', 400, 'validation_failed'],
  ['{"advance_seconds": 31622401}', 400, 'validation_failed'],
  ['{"reset": false}', 400, 'validation_failed'],
  ['{"reset": true, "advance_seconds": 1}', 400, 'validation_failed'],
  ['{}', 400, 'validation_failed'],
  ['[]', 400, 'validation_failed'],
  ['{"seconds": 1}', 400, 'unknown_field'],
  ['{', 400, 'invalid_json'],
])('POST /dev/clock %s is refused', async (body, status, code) => {
  const reply = await get('/dev/clock', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  expect(reply.status).toBe(status);
  expect(reply.headers.get('x-error-code')).toBe(code);
  expect(reply.body).toEqual({ error: expect.any(String) });
});

test('/dev is for this machine and for JSON: a page of another site is refused, and so are other methods and paths', async () => {
  const headers = { 'content-type': 'application/json' };
  const foreign = await get('/dev/clock', {
    method: 'POST',
    body: '{"reset":true}',
    headers: { ...headers, origin: 'http://evil.example' },
  });
  expect([foreign.status, foreign.headers.get('x-error-code')]).toEqual([403, 'cross_origin']);
  const form = await get('/dev/clock', {
    method: 'POST',
    body: '{"reset":true}',
    headers: { 'content-type': 'text/plain' },
  });
  expect(form.status).toBe(415);
  const put = await get('/dev/clock', { method: 'PUT' });
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST']);
  expect((await get('/dev/other')).status).toBe(404);
  expect((await get('/dev/clock', { method: 'HEAD' })).status).toBe(200);
});

test('it is quiet: no framework notices, no list of routes', () => {
  expect(platform.output().split('svc is up')[0]).toBe('\n');
  expect(platform.output()).not.toMatch(/Starting Offline|Server ready|λ|│/);
});

test('"serverless offline" alone starts the platform, and stops it', async () => {
  const program = fileURLToPath(new URL('../../../node_modules/serverless/bin/serverless.js', import.meta.url));
  const plain = await startPlatform({ serviceDir: service.dir, program: [process.execPath, program, 'offline'] });
  expect((await fetch(`${plain.baseUrl}/things/1`)).status).toBe(200);
  expect(await plain.stop('SIGINT')).toBe(0);
  expect(plain.output()).toContain('svc: stopped');
});
