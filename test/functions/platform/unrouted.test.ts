import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { handler as openapi } from '#functions/platform/openapi.ts';
import { handler } from '#functions/platform/unrouted.ts';
import made from '#lib/generated/routes.json' with { type: 'json' };

afterEach(() => vi.unstubAllEnvs());

/** The event that a gateway's catch-all route makes of a request. */
function eventOf(method: string, target: string, headers: Record<string, string> = {}) {
  const [rawPath = '', rawQueryString = ''] = target.split('?');
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString,
    headers,
    requestContext: { http: { method, path: rawPath, sourceIp: '127.0.0.1' } },
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEventV2;
}

async function ask(method: string, path: string, headers: Record<string, string> = {}) {
  const reply = await handler(eventOf(method, path, headers));
  return { status: reply.statusCode, headers: reply.headers ?? {}, body: JSON.parse(reply.body || 'null') };
}

const standard = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-api-version': expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  'x-request-id': expect.stringMatching(/^req-[0-9a-z]{26}$/),
};

const noRoute = (method: string, path: string) => ({
  status: 404,
  headers: { ...standard, 'x-error-code': 'no_such_route' },
  body: { error: `no route for ${method} ${path}` },
});

describe('404 no_such_route', () => {
  test.each([
    ['GET', '/'],
    ['GET', '/compute'],
    ['POST', '/compute/instance'],
    ['GET', '/compute/instances/i-1/disks'],
    ['PUT', '/compute/instances/i-1/start/again'],
    ['GET', '/Compute/Instances'],
    ['POST', '/-/unrouted'],
    ['GET', '/__proto__'],
    ['OPTIONS', '/nothing'],
    ['BREW', '/pot'],
  ])('%s %s', async (method, path) => {
    expect(await ask(method, path)).toEqual(noRoute(method, path));
    expect(await ask(method, path)).toEqual(noRoute(method, path));
  });

  test.each([
    ['a slash at the end', '/compute/instances/'],
    ['an empty segment', '/compute//instances'],
    ['only slashes', '//'],
    ['a dot segment', '/compute/./instances'],
    ['dots that climb', '/compute/instances/../vpcs'],
    ['encoded dots', '/compute/%2e%2E/instances'],
    ['dots for an id', '/compute/instances/..'],
    ['half an escape', '/compute/instances/%a'],
    ['no escape', '/compute/instances/%zz'],
    ['bytes that are not UTF-8', '/compute/instances/%ff%fe'],
    ['an overlong dot', '/compute/instances/%c0%ae'],
    ['an encoded NUL', '/compute/instances/a%00b'],
    ['a backslash', '/compute\\instances'],
    ['a fragment', '/compute/instances#top'],
    ['bytes beyond ASCII', '/compute/instances/é'],
    ['a proxy form', 'http://elsewhere/compute/instances'],
    ['an asterisk', '*'],
  ])('for %s, whatever the method', async (_, path) => {
    for (const method of ['GET', 'DELETE', 'OPTIONS']) expect(await ask(method, path)).toEqual(noRoute(method, path));
  });

  test('shows as much of a long path as a person reads', async () => {
    const { body } = await ask('GET', `/${'a'.repeat(5000)}`);
    expect(body.error).toBe(`no route for GET /${'a'.repeat(198)}…`);
  });

  test('leaves the query out', async () => {
    expect((await ask('GET', '/nothing?token=s3cret')).body.error).toBe('no route for GET /nothing');
  });
});

describe('405 method_not_allowed', () => {
  test.each([
    ['PUT', '/compute/instances', 'GET, HEAD, POST'],
    ['POST', '/compute/instances/i-1', 'DELETE, GET, HEAD, PATCH'],
    ['GET', '/compute/instances/i-1/start', 'POST'],
    ['HEAD', '/compute/instances/i-1/start', 'POST'],
    ['DELETE', '/healthz', 'GET, HEAD'],
    ['TRACE', '/compute/instances', 'GET, HEAD, POST'],
    ['OPTIONS', '/compute/instances', 'GET, HEAD, POST'],
    ['get', '/compute/instances', 'GET, HEAD, POST'],
  ])('%s %s', async (method, path, allow) => {
    expect(await ask(method, path)).toEqual({
      status: 405,
      headers: { ...standard, 'x-error-code': 'method_not_allowed', allow },
      // RFC 9110 9.3.2: the reply to a HEAD has no content.
      body: method === 'HEAD' ? null : { error: `${method} is not allowed on ${path} (allowed: ${allow})` },
    });
  });

  test('for every path that is served, with exactly its methods', async () => {
    for (const [path, methods] of Object.entries(made.routes)) {
      const { status, headers } = await ask('BREW', path.replaceAll(/\{\w+\}/g, 'a%20b'));
      expect({ path, status }).toEqual({ path, status: 405 });
      const allowed = String(headers.allow).split(', ');
      expect(allowed.filter((method) => method !== 'HEAD')).toEqual(methods);
      expect(allowed.includes('HEAD')).toBe(methods.includes('GET'));
    }
  });
});

describe('a preflight', () => {
  const from = (origin: string) => ({ origin, 'access-control-request-method': 'POST' });

  test.each(['https://console.example.com', 'http://localhost:3000'])('of %s is answered', async (origin) => {
    vi.stubEnv('SVC_BASE_URL', 'http://localhost:3000');
    vi.stubEnv('SVC_CORS_ORIGINS', 'https://console.example.com,https://other.example.com');
    expect(await ask('OPTIONS', '/compute/instances', from(origin))).toEqual({
      status: 200,
      headers: {
        ...standard,
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'GET, HEAD, POST',
        'access-control-allow-headers': expect.stringMatching(
          /^Authorization, Content-Type, Idempotency-Key, .*, X-Svc-Session-Proof$/,
        ),
        'access-control-expose-headers': expect.stringContaining('X-Request-Id'),
        'access-control-max-age': '600',
        vary: 'Origin',
        'x-svc-cors': '1',
      },
      body: {},
    });
  });

  test.each(['https://evil.example.com', 'null', 'https://console.example.com.evil.example'])(
    'of %s is not',
    async (origin) => {
      vi.stubEnv('SVC_CORS_ORIGINS', 'https://console.example.com');
      const { status, headers } = await ask('OPTIONS', '/compute/instances', from(origin));
      expect(status).toBe(405);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    },
  );

  test('of a path that is not served is 404, which the page may read', async () => {
    vi.stubEnv('SVC_CORS_ORIGINS', 'https://console.example.com');
    const reply = await ask('OPTIONS', '/nothing', from('https://console.example.com'));
    expect(reply).toMatchObject({
      status: 404,
      headers: { 'access-control-allow-origin': 'https://console.example.com', 'x-error-code': 'no_such_route' },
    });
  });
});

describe('a route of GET, which the deployed API lists as ANY', () => {
  const asAny = (method: string, target: string, headers: Record<string, string> = {}) =>
    openapi({ ...eventOf(method, target, headers), routeKey: 'ANY /openapi.json' });

  test.each(['GET', 'HEAD'])('serves %s', async (method) => {
    const { statusCode, body } = await asAny(method, '/openapi.json');
    expect([statusCode, body === '']).toEqual([200, method === 'HEAD']);
  });

  test.each([
    ['PUT', '/openapi.json'],
    ['BREW', '/openapi.json'],
    ['OPTIONS', '/openapi.json'],
    ['DELETE', '/openapi.json/'],
    ['POST', '/%2e%2e/openapi.json'],
  ])('answers %s %s as the catch-all does', async (method, path) => {
    const { statusCode, headers, body } = await asAny(method, path);
    expect({ status: statusCode, headers, body: JSON.parse(body ?? '') }).toEqual({
      ...(await ask(method, path)),
      headers: { ...(await ask(method, path)).headers, 'x-request-id': expect.stringMatching(/^req-/) },
    });
  });

  test('answers a preflight of a configured origin', async () => {
    vi.stubEnv('SVC_CORS_ORIGINS', 'https://console.example.com');
    const headers = { origin: 'https://console.example.com', 'access-control-request-method': 'GET' };
    const reply = await asAny('OPTIONS', '/openapi.json', headers);
    expect([reply.statusCode, reply.headers?.['access-control-allow-methods']]).toEqual([200, 'GET, HEAD']);
  });
});
