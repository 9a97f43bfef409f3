import { beforeAll, expect, test, vi } from 'vitest';
import { handler as attach } from '#functions/auth/iam-users/attach-policy.ts';
import { handler as measure } from '#functions/scheduled/storage.ts';
import { handler as endpoints } from '#functions/storage/account/endpoints.ts';
import { handler as accountUsage } from '#functions/storage/account/usage.ts';
import { handler as deleteCors } from '#functions/storage/buckets/delete-cors.ts';
import { handler as listObjects } from '#functions/storage/buckets/objects.ts';
import { handler as presignPost } from '#functions/storage/buckets/presign-post.ts';
import { handler as presignUrl } from '#functions/storage/buckets/presign-url.ts';
import { handler as putCors } from '#functions/storage/buckets/put-cors.ts';
import { handler as putLifecycle } from '#functions/storage/buckets/put-lifecycle.ts';
import { handler as showCors } from '#functions/storage/buckets/show-cors.ts';
import { handler as usage } from '#functions/storage/buckets/usage.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { type Caller, callerOf, expectStatus, newIamCaller, newPolicy, refusal } from '#test/support/accounts/iam.ts';
import { newBucket, newKey, type TestObjects, testObjects } from '#test/support/storage/objects.ts';
import { send } from './send.ts';

let objects: TestObjects;
let owner: SignedUp;
let root: Caller;
let name: string;
beforeAll(async () => {
  objects = await testObjects();
  owner = await verified();
  root = callerOf(owner);
  name = await newBucket(owner);
});

test.each([
  [{ operation: 'list', key: 'a' }, 'operation: "list" is not one of get, put, head, delete'],
  [{ operation: 'get', key: 'a', expires_in: 604_801 }, 'expires_in: 604801 must be at most 604800'],
  [{ operation: 'get', key: 'a', expires_in: 0 }, 'expires_in: 0 must be at least 1'],
  [{ operation: 'get', key: 'é'.repeat(513) }, expect.stringMatching(/must have at most 1024 bytes$/)],
  [{ operation: 'get', key: 'a', content_type: 'a/b' }, 'content_type: "a/b" is not for operation get (put)'],
  [{ operation: 'put', key: 'a', version_id: 'v' }, 'version_id: "v" is not for operation put (get, head, delete)'],
  [{ operation: 'put', key: 'a', content_md5: 'YQ==' }, 'content_md5: "YQ==" must be the base64 of 16 bytes'],
  [{ operation: 'put', key: 'a', checksum_sha256: '!' }, 'checksum_sha256: "!" must be the base64 of 32 bytes'],
])('a URL is refused: %j', async (body, error) => {
  const reply = await root(presignUrl, { params: { name }, body });
  expect([reply.status, reply.body.error]).toEqual([400, error]);
});

test.each([
  [{ content_length_range: [0, 1] }, 'key: either key or key_prefix is required'],
  [{ key: 'a', key_prefix: 'a', content_length_range: [0, 1] }, 'key: either key or key_prefix is required'],
  [{ key: 'a', content_length_range: [2, 1] }, 'content_length_range: must be in ascending order'],
  [{ key: 'a' }, 'content_length_range: is required (an array)'],
  [
    { key: 'a', content_length_range: [0, 1], success_action_status: 500 },
    'success_action_status: 500 is not one of 200, 201, 204',
  ],
])('a form is refused: %j', async (body, error) => {
  const reply = await root(presignPost, { params: { name }, body });
  expect([reply.status, reply.body.error]).toEqual([400, error]);
});

test('a URL is good for its one request: another method, key, body or time is refused', async () => {
  const sign = async (body: object) => expectStatus(201, root(presignUrl, { params: { name }, body }));
  const checksum_sha256 = Buffer.from(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode('hello')),
  ).toString('base64');
  const { url, headers, method } = await sign({ operation: 'put', key: 'a/b', checksum_sha256 });
  expect([method, headers]).toEqual(['PUT', { 'x-amz-checksum-sha256': checksum_sha256 }]);
  expect((await fetch(url, { method, headers, body: 'other' })).status).toBe(400);
  expect((await fetch(url, { method, headers, body: 'hello' })).status).toBe(200);
  expect((await fetch(url, { headers })).status).toBe(403);
  expect((await fetch(url.replace('a/b', 'a/c'), { method, headers, body: 'hello' })).status).toBe(403);
  // A signature names its second: one that is good for 1 s may be over at once.
  const short = await sign({ operation: 'get', key: 'a/b', expires_in: 2 });
  expect(await (await fetch(short.url)).text()).toBe('hello');
  await expect.poll(async () => (await fetch(short.url)).status).toBe(403);
  const deletion = await sign({ operation: 'delete', key: 'a/b' });
  expect((await fetch(deletion.url, { method: 'DELETE' })).status).toBe(204);
});

test('policies decide by the object that a URL or a form is for', async () => {
  const alice = await newIamCaller(owner);
  const policy_id = await newPolicy(owner, {
    Action: ['storage:CreatePresignedUrl', 'storage:CreatePresignedPost'],
    Resource: `srn:storage:in-mum:${owner.account_id}:bucket/${name}/object/in/*`,
  });
  await expectStatus(200, root(attach, { params: { username: alice.username, policy_id } }));
  const url = async (key: string) =>
    (await alice.call(presignUrl, { params: { name }, body: { operation: 'get', key } })).status;
  const form = async (body: object) =>
    (await alice.call(presignPost, { params: { name }, body: { ...body, content_length_range: [0, 9] } })).status;
  expect([await url('in/a'), await url('out/a')]).toEqual([201, 403]);
  expect([await form({ key_prefix: 'in/x' }), await form({ key_prefix: 'i' }), await form({ key: 'in/' })]).toEqual([
    201, 403, 201,
  ]);
});

test('CORS and lifecycle rules are kept, shown, and refused with the reason', async () => {
  const params = { name };
  const rule = { allowed_origins: ['https://a.example'], allowed_methods: ['GET'] };
  const full = { id: null, ...rule, allowed_headers: [], expose_headers: [], max_age_seconds: null };
  expect(await expectStatus(200, root(putCors, { params, body: { rules: [rule] } }))).toEqual({ rules: [full] });
  expect(await expectStatus(200, root(showCors, { params }))).toEqual({ rules: [full], next_cursor: '' });
  const origin = { origin: 'https://a.example', 'access-control-request-method': 'GET' };
  const preflight = async () =>
    (await fetch(`${objects.url}/${name}/a`, { method: 'OPTIONS', headers: origin })).status;
  expect(await preflight()).toBe(200);
  expect(await expectStatus(200, root(deleteCors, { params }))).toEqual({ rules: [] });
  expect(await preflight()).toBe(403);
  const two = [1, 2].map(() => ({ id: 'a', enabled: true, expire_days: 1 }));
  const errors = await Promise.all(
    [
      two,
      [{ id: 'a', enabled: true }],
      [{ id: 'a', enabled: true, expire_days: 1, expire_markers: true }],
      [{ id: 'a', enabled: true, expire_days: 1, keep_noncurrent: 2 }],
      [{ id: 'a', enabled: true, abort_multipart_days: 1, larger_than: 0 }],
    ].map((rules) => root(putLifecycle, { params, body: { rules } })),
  );
  expect(errors.map(({ body }) => body.error)).toEqual([
    'rules: must each have a different id',
    'rules[0]: does nothing (needs expire_days, expire_on, expire_markers, noncurrent_days or abort_multipart_days)',
    'rules[0]: has more than one of expire_days, expire_on and expire_markers (at most one)',
    'rules[0]: has keep_noncurrent without noncurrent_days',
    'rules[0]: has expire_markers or abort_multipart_days with tags or sizes (markers and uploads have neither)',
  ]);
});

test('objects are listed page by page, and a cursor is good for its own list', async () => {
  const own = await newBucket(owner);
  const key = await newKey(owner, own);
  for (const path of ['a', 'b/1', 'b/2', 'c']) {
    await send(key, `${objects.url}/${own}/${path}`, { method: 'PUT', body: path });
  }
  const page = async (query: Record<string, string>) => {
    const body = await expectStatus(200, root(listObjects, { params: { name: own }, query }));
    return [body.objects.map((object: { key: string }) => object.key), body.common_prefixes, body.next_cursor];
  };
  expect(await page({ delimiter: '/' })).toEqual([['a', 'c'], ['b/'], '']);
  const [first, , cursor] = await page({ limit: '3' });
  expect([first, await page({ limit: '3', cursor })]).toEqual([
    ['a', 'b/1', 'b/2'],
    [['c'], [], ''],
  ]);
  const other = await root(listObjects, { params: { name: own }, query: { cursor, prefix: 'b' } });
  expect(refusal(other)).toEqual([400, 'invalid_cursor', 'cursor: not valid for this request']);
});

test('an hour is measured once, however often, and costs what it held', async () => {
  const own = await signedUp();
  const caller = callerOf(own);
  const bucket = await newBucket(own);
  const key = await newKey(own, bucket);
  await send(key, `${objects.url}/${bucket}/a`, { method: 'PUT', body: 'x'.repeat(1000) });
  await measure();
  await measure();
  const shown = await expectStatus(200, caller(usage, { params: { name: bucket } }));
  expect(shown).toMatchObject({ size_bytes: 1000, objects: 1, ingress_bytes: 1000, requests: { put: 1 } });
  const stored = shown.series.map(({ stored_bytes }: { stored_bytes: number | null }) => stored_bytes);
  expect([stored.length, stored.filter(Boolean)]).toEqual([24, [1000]]);
  const total = await expectStatus(200, caller(accountUsage));
  expect(total).toMatchObject({ size_bytes: 1000, objects: 1, price_estimate_paise: 0, currency: 'INR' });
  const long = { from: '2026-01-01T00:00:00Z', to: '2026-03-01T00:00:00Z' };
  expect((await caller(accountUsage, { query: long })).body.error).toMatch(/is more than 31 days before to/);
  const back = { from: long.to, to: long.from };
  expect((await caller(accountUsage, { query: back })).body.error).toMatch(/must be before to/);
});

test('the endpoint says what it can do; without an engine everything says so', async () => {
  const {
    endpoints: [endpoint],
  } = await expectStatus(200, root(endpoints));
  expect(endpoint).toMatchObject({ region: 'in-mum', s3_url: objects.url, addressing: ['path', 'virtual'] });
  expect(endpoint.features).toEqual({
    ...Object.fromEntries(['versioning', 'cors', 'lifecycle', 'quota', 'public_read'].map((name) => [name, true])),
    ...Object.fromEntries(
      ['tagging', 'presigned_post', 'traffic', 'policy', 'account_keys'].map((name) => [name, true]),
    ),
  });
  const { SVC_OBJECT_ENGINE } = process.env;
  delete process.env.SVC_OBJECT_ENGINE;
  try {
    expect(refusal(await root(endpoints))).toEqual([
      503,
      'dependency_unavailable',
      'object storage is not set up in this deployment',
    ]);
  } finally {
    process.env.SVC_OBJECT_ENGINE = SVC_OBJECT_ENGINE;
  }
});

test.each([
  ['rgw', { SVC_OBJECT_SECRET: 'keys', SVC_OBJECT_ADDRESSING: 'path' }],
  [
    'aws-s3',
    {
      SVC_OBJECT_BUCKET_PREFIX: 'own-',
      SVC_OBJECT_USER_PATH: '/own/',
      SVC_OBJECT_USER_BOUNDARY: 'arn:aws:iam::1:policy/b',
    },
  ],
])('keys of buckets at %s never change a policy, so the endpoint does not name that', async (name, settings) => {
  for (const [variable, value] of Object.entries({ SVC_OBJECT_ENGINE: name, SVC_OBJECT_REGION: 'in-mum', ...settings }))
    vi.stubEnv(variable, value);
  try {
    const { endpoints: found } = await expectStatus(200, root(endpoints));
    expect(found).toMatchObject([{ features: { policy: false, versioning: true, public_read: true } }]);
    expect(found[0].features).not.toHaveProperty('account_keys');
  } finally {
    vi.unstubAllEnvs();
  }
});
