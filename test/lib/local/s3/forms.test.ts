import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asker, userKey } from './accounts.ts';
import { type TestEngine, testEngine } from './engine.ts';

let s3: TestEngine;

beforeAll(async () => {
  s3 = await testEngine();
  s3.keys.set('ANN', userKey('ann'));
  for (const [name, acl] of [
    ['web', 'private'],
    ['open', 'public-read-write'],
  ] as const) {
    await s3.send(`/${name}`, { method: 'PUT', key: 'ANN', headers: { 'x-amz-acl': acl } });
  }
});
afterAll(() => s3.close());

const ask = asker(() => s3);

async function send(bucket: string, fields: Record<string, string>, file = 'bar', fileName = 'a.txt') {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([file]), fileName);
  const reply = await fetch(`${s3.engine.endpoint}/${bucket}`, { method: 'POST', body: form, redirect: 'manual' });
  const text = await reply.text();
  return { status: reply.status, code: /<Code>(\w+)/.exec(text)?.[1], text, headers: reply.headers };
}

interface Signed {
  conditions?: unknown[];
  expiration?: unknown;
  secret?: string;
  fileName?: string;
}

const usual = [{ bucket: 'web' }, ['starts-with', '$key', 'up/'], ['starts-with', '$acl', ''], { tagging: '' }];

/** A form with the older signature, HMAC-SHA1 of the policy. */
function signed(fields: Record<string, string>, options: Signed = {}) {
  const { conditions = usual.slice(0, 3), secret = 'owner-secret', fileName } = options;
  const { expiration = new Date(Date.now() + 60_000).toISOString() } = options;
  const policy = Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64');
  const signature = createHmac('sha1', secret).update(policy).digest('base64');
  return send('web', { AWSAccessKeyId: 'ANN', signature, policy, ...fields }, 'bar', fileName);
}

it('takes a form with the older signature', async () => {
  expect(await signed({ key: 'up/a', acl: 'private' })).toMatchObject({ status: 204, text: '' });
  expect((await s3.send('/web/up/a')).text).toBe('bar');
});

it.each<[string, Record<string, string>, Signed, number, string]>([
  ['another secret', {}, { secret: 'wrong' }, 403, 'SignatureDoesNotMatch'],
  ['a signature that is empty', { signature: '' }, {}, 403, 'SignatureDoesNotMatch'],
  ['an unknown key', { AWSAccessKeyId: 'NOBODY' }, {}, 403, 'InvalidAccessKeyId'],
  ['no key', { AWSAccessKeyId: '' }, {}, 400, 'InvalidArgument'],
  ['an end that has passed', {}, { expiration: '2020-01-01T00:00:00Z' }, 403, 'AccessDenied'],
  ['an end in another form', {}, { expiration: '2099-01-01 00:00:00+00:00' }, 400, 'InvalidRequest'],
  ['no condition for the bucket', {}, { conditions: usual.slice(1) }, 403, 'AccessDenied'],
  ['a condition for another bucket', {}, { conditions: [{ bucket: 'open' }, ...usual.slice(1)] }, 403, 'AccessDenied'],
  ['an empty condition', {}, { conditions: [{}] }, 400, 'InvalidRequest'],
  ['a field without a condition', { 'x-amz-meta-a': 'b' }, {}, 403, 'AccessDenied'],
  ['an unknown ACL', { acl: 'log-delivery-write' }, {}, 400, 'AccessControlListNotSupported'],
  ['a checksum that is none', { 'x-amz-checksum-sha256': 'jerry' }, {}, 400, 'BadDigest'],
])('refuses a form with the older signature and %s', async (_, fields, options, status, code) => {
  expect(await signed({ key: 'up/no', ...fields }, options)).toMatchObject({ status, code });
  expect((await s3.send('/web/up/no')).status).toBe(404);
});

it('meets a condition on the key by the name of the file', async () => {
  const named = { conditions: [{ bucket: 'web' }, ['starts-with', '$key', 'up/']], fileName: 'up/named' };
  expect((await signed({ key: 'up/${filename}' }, named)).status).toBe(204);
  const bare = { conditions: [{ bucket: 'web' }, ['starts-with', '$key', 'foo']], fileName: 'foo.txt' };
  expect((await signed({ key: '${filename}' }, bare)).status).toBe(204);
  expect((await signed({ key: '${filename}' }, { ...bare, fileName: 'bar.txt' })).status).toBe(403);
});

it('gives the object the ACL and the tags of the form', async () => {
  const tagging = '<Tagging><TagSet><Tag><Key>b</Key><Value>1</Value></Tag></TagSet></Tagging>';
  const conditions = [...usual.slice(0, 3), ['starts-with', '$tagging', '']];
  expect((await signed({ key: 'up/tags', acl: 'public-read', tagging }, { conditions })).status).toBe(204);
  expect((await ask(undefined, 'GET', '/web/up/tags')).status).toBe(200);
  expect((await s3.send('/web/up/tags?tagging')).text).toContain('<Key>b</Key><Value>1</Value>');
});

it('takes an unsigned form where everyone may write', async () => {
  const fields = { key: 'a', acl: 'public-read', success_action_status: '201' };
  const reply = await send('open', fields);
  expect(reply.status).toBe(201);
  expect(reply.text).toContain('<PostResponse><Location>');
  expect((await ask(undefined, 'GET', '/open/a')).status).toBe(200);
  expect(await send('web', fields)).toMatchObject({ status: 403, code: 'AccessDenied' });
  expect(await send('open', { ...fields, policy: 'e30=' })).toMatchObject({ status: 400, code: 'InvalidArgument' });
});

it('names a page by the method that it asks for, and gives a refused preflight no rights', async () => {
  await s3.engine.admin.configureBucket('web', {
    cors: [{ allowedOrigins: ['*'], allowedMethods: ['GET'], allowedHeaders: [], exposeHeaders: [] }],
  });
  const headers = { origin: 'https://a.example', 'access-control-request-method': 'GET' };
  const origin = async (method: string, more = {}) => {
    const reply = await s3.send('/web/none', { method, anonymous: true, headers: { ...headers, ...more } });
    return [reply.status, reply.headers.get('access-control-allow-origin')];
  };
  expect(await origin('PUT')).toEqual([403, '*']);
  expect(await origin('PUT', { 'access-control-request-method': 'PUT' })).toEqual([403, null]);
  expect(await origin('OPTIONS', { 'access-control-request-headers': 'x-amz-meta-a' })).toEqual([403, null]);
  expect(await origin('OPTIONS')).toEqual([200, '*']);
});
