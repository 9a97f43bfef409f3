import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestEngine, testEngine } from './engine.ts';

let s3: TestEngine;

beforeAll(async () => {
  s3 = await testEngine();
  await s3.engine.admin.createBucket({ name: 'web' });
});
afterAll(() => s3.close());

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
const credential = `OWNER/${stamp.slice(0, 8)}/in-mum/s3/aws4_request`;

/** A form as a page sends it, its policy signed. */
async function post(
  fields: Record<string, string>,
  file: string,
  options: { conditions?: unknown[]; expires?: number; secret?: string; fileName?: string } = {},
) {
  const {
    conditions = [
      ['starts-with', '$key', 'up/'],
      ['content-length-range', 1, 10],
    ],
    expires = 60_000,
    secret = 'owner-secret',
    fileName = 'my file.txt',
  } = options;
  const all = { 'x-amz-algorithm': 'AWS4-HMAC-SHA256', 'x-amz-credential': credential, 'x-amz-date': stamp };
  const stated = [{ bucket: 'web' }, ...Object.entries(all).map(([name, value]) => ({ [name]: value })), ...conditions];
  const document = { expiration: new Date(Date.now() + expires).toISOString(), conditions: stated };
  const policy = Buffer.from(JSON.stringify(document)).toString('base64');
  const key = [stamp.slice(0, 8), 'in-mum', 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  const form = new FormData();
  const signature = hmac(key, policy).toString('hex');
  for (const [name, value] of Object.entries({ ...fields, ...all, policy, 'x-amz-signature': signature }))
    form.append(name, value);
  form.append('file', new Blob([file], { type: 'text/x' }), fileName);
  const reply = await fetch(`${s3.engine.endpoint}/web`, { method: 'POST', body: form, redirect: 'manual' });
  const text = await reply.text();
  return { status: reply.status, code: /<Code>(\w+)/.exec(text)?.[1], headers: reply.headers, text };
}

it('takes a form under its policy', async () => {
  const any = [['starts-with', '$key', 'up/'], ['starts-with', '$x-amz-meta-a', ''], { success_action_status: '201' }];
  const fields = { key: 'up/${filename}', 'x-amz-meta-a': 'b', success_action_status: '201' };
  const reply = await post(fields, '\r\n--x\r\n', { conditions: any });
  expect(reply).toMatchObject({ status: 201 });
  expect(reply.text).toContain('<Key>up/my file.txt</Key>');
  const got = await s3.send('/web/up/my%20file.txt');
  expect([got.text, got.headers.get('content-type'), got.headers.get('x-amz-meta-a')]).toEqual([
    '\r\n--x\r\n',
    'text/x',
    'b',
  ]);
});

it('puts a file’s name into the key as it is', async () => {
  const reply = await post({ key: 'up/${filename}.txt' }, 'x', { fileName: "$&$$$1$`$'" });
  expect(reply.status).toBe(204);
  const { objects } = await s3.engine.admin.listObjects('web', { prefix: 'up/$' });
  expect(objects.map(({ key }) => key)).toEqual(["up/$&$$$1$`$'.txt"]);
});

it.each([
  ['a key that the policy does not allow', { key: 'down/a' }, 'x', {}, 403, 'AccessDenied'],
  ['a field that it does not name', { key: 'up/a', acl: 'private' }, 'x', {}, 403, 'AccessDenied'],
  ['a policy that has expired', { key: 'up/a' }, 'x', { expires: -1000 }, 403, 'AccessDenied'],
  ['another signature', { key: 'up/a' }, 'x', { secret: 'wrong' }, 403, 'SignatureDoesNotMatch'],
  ['a file that is too large', { key: 'up/a' }, 'x'.repeat(11), {}, 400, 'EntityTooLarge'],
  ['a file that is too small', { key: 'up/a' }, '', {}, 400, 'EntityTooSmall'],
  ['no key', {}, 'x', {}, 400, 'InvalidArgument'],
] as const)('refuses a form with %s', async (_, fields, file, options, status, code) => {
  expect(await post(fields, file, options)).toMatchObject({ status, code });
  expect((await s3.send('/web/up/a')).status).toBe(404);
});

it('answers preflights by the rules of the bucket, and tells pages what they may read', async () => {
  const preflight = (origin: string, method: string, headers = '') =>
    s3.send('/web/up/x', {
      method: 'OPTIONS',
      anonymous: true,
      headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': headers },
    });
  const closed = await preflight('https://a.example', 'PUT');
  expect(closed).toMatchObject({ status: 403, code: 'AccessForbidden' });
  expect(closed.text).toContain('<Message>CORSResponse: CORS is not enabled for this bucket.</Message><Method>PUT<');
  await s3.engine.admin.configureBucket('web', {
    cors: [
      {
        allowedOrigins: ['https://*.example'],
        allowedMethods: ['PUT', 'GET'],
        allowedHeaders: ['x-amz-*'],
        exposeHeaders: ['ETag'],
        maxAgeSeconds: 60,
      },
    ],
  });
  const ok = await preflight('https://a.example', 'PUT', 'X-Amz-Date, x-amz-meta-a');
  expect(ok.status).toBe(200);
  expect(ok.headers.get('access-control-allow-origin')).toBe('https://a.example');
  expect(ok.headers.get('access-control-max-age')).toBe('60');
  expect((await preflight('https://a.example', 'PUT', 'other')).status).toBe(403);
  expect((await preflight('https://a.example', 'DELETE')).status).toBe(403);
  expect((await preflight('https://a.test', 'PUT')).status).toBe(403);
  const read = await s3.send('/web/none', { headers: { origin: 'https://a.example' } });
  expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([404, 'https://a.example']);
});

it.each([
  ['/web/a', {}, 400, 'BadRequest', 'Insufficient information. Origin request header needed.'],
  ['/web/a', { origin: 'https://a.example' }, 400, 'BadRequest', 'Invalid Access-Control-Request-Method: null'],
  ['/none/a', { origin: 'https://a.example' }, 403, 'AccessForbidden', 'CORSResponse: Bucket not found'],
])('refuses what is no preflight: %s %o', async (path, headers, status, code, message) => {
  const reply = await s3.send(path, { method: 'OPTIONS', headers, anonymous: true });
  expect(reply).toMatchObject({ status, code });
  expect(reply.text).toContain(`<Message>${message}</Message>`);
});

it('knows a bucket by the host too', async () => {
  await s3.engine.admin.configureBucket('web', { acl: 'public-read' });
  await s3.send('/web/page', { method: 'PUT', body: 'hello' });
  const get = (host: string, path: string) =>
    new Promise<string>((resolve, reject) => {
      request(s3.engine.endpoint + path, { headers: { host } }, (reply) => {
        let text = '';
        reply.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
        });
        reply.on('end', () => resolve(`${reply.statusCode} ${text.slice(0, 5)}`));
      })
        .on('error', reject)
        .end();
    });
  expect(await get('web.localhost:9000', '/page')).toBe('200 hello');
  expect(await get('web.s3.localhost', '/page')).toBe('200 hello');
  expect(await get('s3.localhost', '/web/page')).toBe('200 hello');
  expect(await get('127.0.0.1', '/web/page')).toBe('200 hello');
});

it('locks what a form uploads, as its fields and the default retention of the bucket say', async () => {
  const until = '2099-01-01T00:00:00.000Z';
  const lock = { 'x-amz-object-lock-mode': 'COMPLIANCE', 'x-amz-object-lock-retain-until-date': until };
  const conditions = [
    ['starts-with', '$key', 'up/'],
    ...Object.entries(lock).map(([name, value]) => ({ [name]: value })),
  ];
  const locked = () => post({ key: 'up/locked', ...lock }, 'x', { conditions });
  expect(await locked()).toMatchObject({ status: 400, code: 'InvalidRequest' });
  await s3.engine.admin.configureBucket('web', { versioning: 'enabled' });
  const rule = '<Rule><DefaultRetention><Mode>GOVERNANCE</Mode><Days>1</Days></DefaultRetention></Rule>';
  const body = `<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled>${rule}</ObjectLockConfiguration>`;
  expect((await s3.send('/web?object-lock', { method: 'PUT', body })).status).toBe(200);
  expect([(await locked()).status, (await post({ key: 'up/usual' }, 'x')).status]).toEqual([204, 204]);
  const modeOf = async (key: string) => (await s3.send(`/web/up/${key}`)).headers.get('x-amz-object-lock-mode');
  expect([await modeOf('locked'), await modeOf('usual')]).toEqual(['COMPLIANCE', 'GOVERNANCE']);
});
