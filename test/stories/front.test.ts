import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask, Client } from '#test/support/http/client.ts';
import { parseReply, rawHttp } from '#test/support/http/raw-http.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

let platform: RunningPlatform;
let client: Client;
beforeAll(async () => {
  const env = { SVC_COMPUTE: 'simulated', SVC_CORS_ORIGINS: 'https://console.example' };
  platform = await startPlatform({ env });
  client = await Client.register(platform.baseUrl);
  // What is asked here comes from one address, without a login, as fast as it is answered.
  const headers = { 'content-type': 'application/json' };
  await fetch(`${platform.baseUrl}/dev/limits`, { method: 'POST', headers, body: '{"rate":"off"}' });
});
afterAll(async () => {
  expect(platform.output()).not.toMatch(/uncaught|unhandled/i);
  await platform?.stop();
});

const raw = async (head: string, more = '', body = '') => {
  const host = `Host: localhost:${platform.port}\r\nConnection: close\r\n`;
  return parseReply(await rawHttp(platform.port, `${head} HTTP/1.1\r\n${host}${more}\r\n${body}`));
};
const post = (path: string, contentType: string | undefined, body: string) => {
  const type = contentType === undefined ? '' : `Content-Type: ${contentType}\r\n`;
  return raw(`POST ${path}`, `${type}Content-Length: ${body.length}\r\n`, body);
};

/** Every refusal of the API: one string, and what machines read in headers. */
function expectRefusal(reply: ReturnType<typeof parseReply>, status: number, code: string): void {
  expect(reply.body).toEqual({ error: expect.any(String) });
  expect([reply.status, reply.headers['x-error-code']]).toEqual([status, code]);
  expect(reply.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
  expect(reply.headers['x-request-id']).toMatch(/^req-[0-9a-z]{26}$/);
}

it.each([
  '/nothing',
  '/compute',
  '/compute/instances/',
  '/compute//instances',
  '/compute/instances/../instances',
  '/compute/instances/%2e%2e/instance-types',
  '/compute/instances/%2',
  '/compute/instances/%00',
  '/-/unrouted',
  '/2015-03-31/functions/x/invocations',
  '/compute/instance-types#x',
  '//evil.example/compute/instance-types',
  '*',
])('GET %s is no route', async (path) => {
  expectRefusal(await raw(`GET ${path}`), 404, 'no_such_route');
});

it('a target with our own authority before it is the same route; with another it reaches nothing', async () => {
  expect((await raw(`GET http://127.0.0.1:${platform.port}/healthz`)).status).toBe(200);
  expectRefusal(await raw(`GET http://localhost:${platform.port}`), 404, 'no_such_route');
  expect((await raw('GET http://evil.example/healthz')).status).toBe(421);
});

it.each([
  ['FROBNICATE', '/healthz', 'DELETE, GET, HEAD, PATCH, POST, PUT'],
  ['PUT', '/compute/instances', 'GET, HEAD, POST'],
  ['GET', '/auth/login', 'POST'],
  ['OPTIONS', '/auth/login', 'POST'],
  ['TRACE', '/healthz', 'GET, HEAD'],
  ['PROPFIND', '/healthz', 'GET, HEAD'],
])('%s %s is not allowed, and what is stands in Allow', async (method, path, allow) => {
  const reply = await raw(`${method} ${path}`);
  expectRefusal(reply, 405, 'method_not_allowed');
  expect(reply.headers.allow).toBe(allow);
});

it('a body that is too large is refused, whoever sends it', async () => {
  expectRefusal(await post('/auth/login', 'application/json', `"${'a'.repeat(300_000)}"`), 413, 'payload_too_large');
  const announced = await raw('POST /auth/login', 'Content-Type: application/json\r\nContent-Length: 7000000\r\n');
  expectRefusal(announced, 413, 'payload_too_large');
});

it('a body that is not JSON is refused by what it says it is, or by what it is', async () => {
  expectRefusal(await post('/auth/login', 'text/plain', '{}'), 415, 'unsupported_media_type');
  expectRefusal(await post('/auth/login', 'application/x-www-form-urlencoded', 'a=b'), 415, 'unsupported_media_type');
  expectRefusal(await post('/auth/login', 'application/json', '{"email":'), 400, 'invalid_json');
  expectRefusal(await post('/auth/login', 'application/json; charset=utf-8', '[]'), 400, 'validation_failed');
});

it('a body without a type is refused, an empty one needs none', async () => {
  expectRefusal(await post('/auth/login', undefined, '{}'), 415, 'unsupported_media_type');
  expectRefusal(await post('/auth/login', undefined, ''), 400, 'validation_failed');
});

it.each(['0', 'false', 'null', '""', '"x"', JSON.stringify('{"email":"a@b.in","password":"a long passphrase"}')])(
  'the body %s is JSON, and no object',
  async (body) => {
    const reply = await post('/auth/login', 'application/json', body);
    expectRefusal(reply, 400, 'validation_failed');
    expect(reply.body).toEqual({ error: expect.stringMatching(/^body: .*must be a JSON object$/) });
  },
);

it('a body arrives byte for byte: what is not UTF-8 is refused', async () => {
  const reply = await post('/auth/login', 'application/json', '{"email":"\xff"}');
  expectRefusal(reply, 400, 'invalid_json');
  expect(reply.body).toEqual({ error: 'body: is not valid UTF-8' });
});

it('HEAD answers as GET does, without the body', async () => {
  const rest = ` /healthz HTTP/1.1\r\nHost: localhost:${platform.port}\r\nConnection: close\r\n\r\n`;
  const get = await rawHttp(platform.port, `GET${rest}`);
  const head = await rawHttp(platform.port, `HEAD${rest}`);
  expect(get.startsWith('HTTP/1.1 200')).toBe(true);
  expect(head.startsWith('HTTP/1.1 200')).toBe(true);
  expect(head.endsWith('\r\n\r\n')).toBe(true);
  expect(head).not.toMatch(/^content-length:/im);
});

it('OPTIONS answers the pages of a configured origin, and no others', async () => {
  const preflight = (origin: string) =>
    raw('OPTIONS /compute/instances', `Origin: ${origin}\r\nAccess-Control-Request-Method: POST\r\n`);
  const ours = await preflight('https://console.example');
  expect(ours.status).toBe(200);
  expect(ours.headers).toMatchObject({
    'access-control-allow-origin': 'https://console.example',
    'access-control-allow-methods': 'GET, HEAD, POST',
  });
  const theirs = await preflight('https://evil.example');
  expectRefusal(theirs, 405, 'method_not_allowed');
  expect(theirs.headers['access-control-allow-origin']).toBeUndefined();
});

it('a foreign Host reaches nothing', async () => {
  const text = await rawHttp(platform.port, 'GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n');
  expect(parseReply(text).status).toBe(421);
});

it('the OpenAPI document describes every route, and each asks for credentials unless it says that it is public', async () => {
  const document = (await ask(platform.baseUrl, '/openapi.json')).body;
  expect(document.openapi).toMatch(/^3\.1\./);
  const operations = Object.entries<Record<string, { security?: unknown[] }>>(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { security }]) => ({ path, method, public: security?.length === 0 })),
  );
  expect(operations.length).toBeGreaterThan(30);
  for (const { path, method, ...route } of operations) {
    const target = path.replaceAll(/\{\w+\}/g, 'i-00000000000000000000000000');
    const body = ['post', 'put', 'patch'].includes(method) ? {} : undefined;
    const { status, body: reply } = await ask(platform.baseUrl, target, { method: method.toUpperCase(), body });
    const refused = status === 401 && !reply.error.startsWith('refresh_token:');
    expect([path, method, refused]).toEqual([path, method, !route.public]);
    if (status >= 400) expect(reply).toEqual({ error: expect.any(String) });
  }
});

it('after all that it serves as before', async () => {
  expect((await client.get('/auth/me')).status).toBe(200);
});
