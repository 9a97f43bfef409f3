import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { unrouted } from '#lib/edge/unrouted.ts';
import type { WebSources } from '#lib/edge/web.ts';

const script = 'console.log("the console")';
const packed = {
  html: '<!doctype html><title>svc</title>',
  assets: { 'main-A1.js': brotliCompressSync(script).toString('base64') },
  terminal: {
    html: '<!doctype html><title>terminal</title>',
    policy: "default-src 'none'; connect-src 'self'; base-uri 'none'",
  },
};
const hostOf = vi.fn<WebSources['hostOf']>(async () => undefined);
const reference = {
  html: '<!doctype html><title>API reference</title>',
  policy: "default-src 'none'; script-src 'self'",
  name: 'reference-A1.js',
  script: () => brotliCompressSync('Scalar'),
};
const guides = new Map([
  ['/guides', brotliCompressSync('<!doctype html><title>svc guides</title>')],
  ['/guides/boot', brotliCompressSync('<!doctype html><title>First boot</title>')],
  ['/guides/404', brotliCompressSync('<!doctype html><title>There is no such guide</title>')],
  ['/guides/assets/guides-A1.js', brotliCompressSync('fill()')],
  ['/guides/assets/launch-A1.webp', Buffer.from('RIFF')],
]);
const sources = {
  load: async () => packed,
  loadReference: async () => reference,
  loadGuides: async () => guides,
  hostOf,
} satisfies WebSources;
const handler = unrouted(sources);

function ask(method: string, target: string, headers: Record<string, string> = {}, serve = handler) {
  const [rawPath = '', rawQueryString = ''] = target.split('?');
  return serve({
    rawPath,
    rawQueryString,
    headers,
    requestContext: { http: { method, path: rawPath, sourceIp: '192.0.2.1' } },
  } as unknown as APIGatewayProxyEventV2);
}

afterEach(() => {
  vi.unstubAllEnvs();
  hostOf.mockReset();
});

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

describe('a terminal', () => {
  const policy = (more: string) => `default-src 'none'; connect-src 'self'${more}; base-uri 'none'`;
  const own = { cookie: 'svc_access=token-1' };

  test('is a document of its own, which may connect to the host of the machine, and is kept nowhere', async () => {
    hostOf.mockResolvedValue('wss://host-1.example.in:8443');
    const { statusCode, headers = {}, body } = await ask('GET', '/console/i-01abc', own);
    expect([statusCode, headers['content-type'], body]).toEqual([
      200,
      'text/html; charset=utf-8',
      packed.terminal.html,
    ]);
    expect(headers['content-security-policy']).toBe(policy(' wss://host-1.example.in:8443'));
    expect([headers['cache-control'], headers['referrer-policy']]).toEqual(['no-store', 'no-referrer']);
    expect(hostOf.mock.calls).toEqual([[{ token: 'token-1', source_ip: '192.0.2.1', inside: null }, 'i-01abc']]);
    await ask('GET', '/console/i-01abc?ticket=ct_1', own);
    expect(hostOf.mock.calls.at(-1)).toEqual([{ ticket: 'ct_1', source_ip: '192.0.2.1', inside: null }, 'i-01abc']);
  });

  test('may connect to the API alone where nobody is logged in, whoever asks may not, or the table fails', async () => {
    const policyFor = async (headers: Record<string, string>) =>
      (await ask('GET', '/console/i-01abc', headers)).headers?.['content-security-policy'];
    expect(await policyFor({})).toBe(policy(''));
    expect(await policyFor({ cookie: 'svc_access=a; svc_access=b' })).toBe(policy(''));
    expect(hostOf).not.toHaveBeenCalled();
    expect(await policyFor(own)).toBe(policy(''));
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    hostOf.mockRejectedValue(new Error('the table does not answer'));
    expect(await policyFor(own)).toBe(policy(''));
    expect(String(said.mock.calls)).toContain('the table does not answer');
    said.mockRestore();
  });

  test('is none by another method', async () => {
    expect((await ask('POST', '/console/i-01abc', own)).headers?.['x-error-code']).toBe('no_such_route');
    expect(hostOf).not.toHaveBeenCalled();
  });
});

test.each([
  ['/', '/console'],
  ['/join?token=abc', '/console/join?token=abc'],
  ['/reset?token=abc', '/console/reset?token=abc'],
])('%s leads a browser to %s', async (path, location) => {
  const { statusCode, headers } = await ask('GET', path, { accept: 'text/html,*/*;q=0.8' });
  expect([statusCode, headers?.location]).toEqual([302, location]);
});

describe('the reference', () => {
  test('is a page under its own policy, and a script that never changes under its name', async () => {
    const page = await ask('GET', '/docs');
    expect([page.statusCode, page.body]).toEqual([200, reference.html]);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': reference.policy,
      'referrer-policy': 'no-referrer',
    });
    const script = await ask('GET', '/docs/assets/reference-A1.js', { 'accept-encoding': 'br' });
    expect(script).toMatchObject({ statusCode: 200, isBase64Encoded: true });
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(brotliDecompressSync(Buffer.from(script.body ?? '', 'base64')).toString()).toBe('Scalar');
    expect((await ask('GET', '/docs/assets/reference-A1.js')).body).toBe('Scalar');
    expect((await ask('HEAD', '/docs')).body).toBe('');
  });

  test.each([
    ['GET', '/docs/assets/reference-B2.js'],
    ['GET', '/docs/assets/'],
    ['GET', '/docs/'],
    ['GET', '/docsx'],
    ['POST', '/docs'],
  ])('%s %s is nothing of it', async (method, path) => {
    expect((await ask(method, path)).headers?.['x-error-code']).toBe('no_such_route');
  });

  test('is not there where the package has none', async () => {
    const { reference: none } = await import('#lib/edge/packed-reference.ts');
    const bare = unrouted({ ...sources, loadReference: async () => none });
    for (const path of ['/docs', '/docs/assets/', '/docs/assets/reference-A1.js'])
      expect((await ask('GET', path, {}, bare)).statusCode).toBe(404);
  });
});

describe('the guides', () => {
  test.each(['/guides', '/guides/boot'])(
    '%s is a page, under a policy with no inline part and no other host',
    async (path) => {
      const { statusCode, headers = {}, body } = await ask('GET', path);
      expect([statusCode, body]).toEqual([200, brotliDecompressSync(guides.get(path) ?? '').toString()]);
      expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      );
    },
  );

  test('a page is compressed for a browser that takes it', async () => {
    const reply = await ask('GET', '/guides', { 'Accept-Encoding': 'gzip, br' });
    expect(reply).toMatchObject({ statusCode: 200, isBase64Encoded: true, headers: { 'content-encoding': 'br' } });
    expect(Buffer.from(reply.body ?? '', 'base64')).toEqual(guides.get('/guides'));
    expect((await ask('HEAD', '/guides')).body).toBe('');
  });

  test('a script and a picture never change under their names', async () => {
    const cached = { 'cache-control': 'public, max-age=31536000, immutable' };
    expect(await ask('GET', '/guides/assets/guides-A1.js')).toMatchObject({
      headers: { ...cached, 'content-type': 'text/javascript; charset=utf-8' },
      body: 'fill()',
    });
    const picture = await ask('GET', '/guides/assets/launch-A1.webp', { 'Accept-Encoding': 'br' });
    expect(picture).toMatchObject({ headers: { ...cached, 'content-type': 'image/webp' }, isBase64Encoded: true });
    expect(picture.headers).not.toHaveProperty('content-encoding');
    expect(Buffer.from(picture.body ?? '', 'base64').toString()).toBe('RIFF');
  });

  test('an address without a guide says so, and a file that is missing is no page', async () => {
    const { statusCode, body } = await ask('GET', '/guides/nothing');
    expect([statusCode, body]).toEqual([404, '<!doctype html><title>There is no such guide</title>']);
    expect(await ask('GET', '/guides/assets/guides-B2.js')).toMatchObject({ statusCode: 404, body: '' });
    expect((await ask('GET', '/guides/')).headers?.location).toBe('/guides');
  });

  test('are not there for other methods, beside their address, or where the package has none', async () => {
    const { guides: none } = await import('#lib/edge/packed-guides.ts');
    const bare = unrouted({ ...sources, loadGuides: async () => none() });
    const replies = [ask('POST', '/guides'), ask('GET', '/guidesx'), ask('GET', '/guides', {}, bare)];
    for (const reply of replies) expect((await reply).headers?.['x-error-code']).toBe('no_such_route');
  });
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
  const bare = unrouted({ ...sources, load: async () => ({ ...packed, html: '' }) });
  expect((await ask('GET', '/console', {}, bare)).statusCode).toBe(404);
});
