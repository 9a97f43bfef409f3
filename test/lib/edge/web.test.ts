import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterEach, expect, test, vi } from 'vitest';
import { unrouted } from '#lib/edge/unrouted.ts';

const script = 'console.log("the console")';
const packed = {
  html: '<!doctype html><title>svc</title>',
  assets: { 'main-A1.js': brotliCompressSync(script).toString('base64') },
};
const handler = unrouted({}, async () => packed);

function ask(method: string, target: string, headers: Record<string, string> = {}, serve = handler) {
  const [rawPath = '', rawQueryString = ''] = target.split('?');
  return serve({
    rawPath,
    rawQueryString,
    headers,
    requestContext: { http: { method, path: rawPath, sourceIp: '192.0.2.1' } },
  } as unknown as APIGatewayProxyEventV2);
}

afterEach(() => vi.unstubAllEnvs());

test.each(['/console', '/console/instances', '/console/instances/i-01', '/console/join?token=x'])(
  '%s is the page, under its policy',
  async (path) => {
    vi.stubEnv('SVC_S3_URL', 'https://s3.example.in');
    const { statusCode, headers = {}, body } = await ask('GET', path);
    expect([statusCode, headers['content-type'], body]).toEqual([200, 'text/html; charset=utf-8', packed.html]);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        "connect-src 'self' https://s3.example.in; base-uri 'none'; " +
        "form-action https://api.razorpay.com; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
  },
);

test('an asset is compressed, and never changes under its name', async () => {
  const reply = await ask('GET', '/console/assets/main-A1.js', { 'Accept-Encoding': 'gzip, br' });
  expect(reply).toMatchObject({ statusCode: 200, isBase64Encoded: true });
  expect(reply.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
  expect(brotliDecompressSync(Buffer.from(reply.body ?? '', 'base64')).toString()).toBe(script);
  const plain = await ask('GET', '/console/assets/main-A1.js');
  expect([plain.body, plain.headers?.['content-encoding']]).toEqual([script, undefined]);
  expect((await ask('HEAD', '/console/assets/main-A1.js')).body).toBe('');
});

test.each(['/console/assets/main-B2.js', '/console/assets/', '/console/assets/constructor'])(
  '%s is missing, and is not the page',
  async (path) => {
    const { statusCode, body } = await ask('GET', path);
    expect([statusCode, body]).toEqual([404, '']);
  },
);

test('the address of a terminal says that there is none here, and leads to the machine', async () => {
  const { statusCode, headers = {}, body } = await ask('GET', '/console/i-01abc');
  expect([statusCode, headers['content-type'], headers['content-security-policy']]).toEqual([
    404,
    'text/html; charset=utf-8',
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  ]);
  expect(body).toContain('<h1>There is no terminal in the browser here</h1>');
  expect(body).toContain('<a href="/console/instances/i-01abc">its page</a>');
  expect((await ask('GET', '/console/i-"><script>')).body).toContain('<a href="/console/instances">');
  expect((await ask('POST', '/console/i-01abc')).headers?.['x-error-code']).toBe('no_such_route');
});

test.each([
  ['/', '/console'],
  ['/join?token=abc', '/console/join?token=abc'],
  ['/reset?token=abc', '/console/reset?token=abc'],
  ['/docs', '/openapi.json'],
])('%s leads a browser to %s', async (path, location) => {
  const { statusCode, headers } = await ask('GET', path, { accept: 'text/html,*/*;q=0.8' });
  expect([statusCode, headers?.location]).toEqual([302, location]);
});

test('the payment gateway, which posts, is led to the page that it names', async () => {
  const { statusCode, headers } = await ask('POST', '/console/billing?tab=plan');
  expect([statusCode, headers?.location]).toEqual([303, '/console/billing?tab=plan']);
  expect((await ask('POST', '/console/billing/x')).statusCode).toBe(404);
});

test.each([
  ['GET', '/', '*/*'],
  ['POST', '/console', 'text/html'],
  ['GET', '/consoles', 'text/html'],
  ['GET', '/compute/nothing', 'text/html'],
])('%s %s with Accept %s is no page', async (method, path, accept) => {
  const { statusCode, headers } = await ask(method, path, { accept });
  expect([statusCode, headers?.['x-error-code']]).toEqual([404, 'no_such_route']);
});

test('without a console in the package there is none', async () => {
  const bare = unrouted({}, async () => ({ html: '', assets: {} }));
  expect((await ask('GET', '/console', {}, bare)).statusCode).toBe(404);
});
