import { beforeAll, expect, test } from 'vitest';
import { handler as createKey } from '#functions/storage/access-keys/create.ts';
import { handler as rotate } from '#functions/storage/access-keys/rotate.ts';
import { handler as updateKey } from '#functions/storage/access-keys/update.ts';
import { handler as deleteBucket } from '#functions/storage/buckets/delete.ts';
import { handler as listObjects } from '#functions/storage/buckets/objects.ts';
import { handler as presignPost } from '#functions/storage/buckets/presign-post.ts';
import { handler as presignUrl } from '#functions/storage/buckets/presign-url.ts';
import { handler as putLifecycle } from '#functions/storage/buckets/put-lifecycle.ts';
import { handler as updateBucket } from '#functions/storage/buckets/update.ts';
import { srn } from '#lib/model/platform/principal.ts';
import type { SignedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { type Banned, banned, isDenied } from '#test/support/accounts/banned.ts';
import { expectStatus, newIamCaller, newPolicy, refusal } from '#test/support/accounts/iam.ts';
import { newBucket, newKey } from '#test/support/storage/objects.ts';

let owner: SignedUp;
let bound: Banned;
let name: string;
beforeAll(async () => {
  owner = await verified();
  bound = await banned(owner);
  name = await newBucket(owner);
});

const at = (body: object) => ({ params: { name }, body });
const object = (key: string) => srn('storage', owner.account_id, `bucket/${name}/object/${key}`);
const form = (body: object) => bound.call(presignPost, at({ content_length_range: [0, 1], ...body }));

test.each([
  ['get', 'storage:GetObject'],
  ['head', 'storage:GetObject'],
  ['put', 'storage:PutObject'],
  ['delete', 'storage:DeleteObject'],
])('a URL to %s is refused by a Deny of %s on its key, and by no other', async (operation, action) => {
  const sign = (key: string) => bound.call(presignUrl, at({ operation, key }));
  await bound.deny(action, `bucket/${name}/object/secret/*`);
  expect(refusal(await sign('secret/plan'))).toEqual(bound.denied(action, object('secret/plan')));
  expect((await sign('public/plan')).status).toBe(201);
  for (const other of ['storage:GetObject', 'storage:PutObject', 'storage:DeleteObject']) {
    if (other === action) continue;
    await bound.deny(other, `bucket/${name}/object/secret/*`);
    expect((await sign('secret/plan')).status).toBe(201);
  }
});

test.each([
  ['docs/secret/plan', 'docs/'],
  ['docs/*/secret', 'docs/public'],
  ['docs/*/secret', 'docs/a/secret/b'],
  ['docs/20??/plan', 'docs/2026'],
  ['*.pdf', 'docs/'],
  ['docs/secret', 'docs/secret'],
  ['docs/$secret', 'docs/'],
])('a form is refused where a Deny on %j overlaps its prefix %j', async (denied, key_prefix) => {
  for (const action of ['storage:PutObject', 'storage:CreatePresignedPost']) {
    await bound.deny(action, `bucket/${name}/object/${denied}`);
    expect(refusal(await form({ key_prefix }))).toEqual(bound.denied(action, object(`${key_prefix}*`)));
  }
});

test.each([
  ['docs/secret/plan', 'docs/public'],
  ['docs/20??/plan', 'docs/19'],
  ['docs/20??/plan', 'docs/20267'],
  ['docs/secret', 'docs/secret/'],
  ['docs', 'docs/'],
])('a form is signed where a Deny on %j is not below its prefix %j', async (denied, key_prefix) => {
  await bound.deny('storage:PutObject', `bucket/${name}/object/${denied}`);
  expect((await form({ key_prefix })).status).toBe(201);
});

test.each([
  [{ key: 'docs/${filename}' }, 'docs/'],
  [{ key: 'docs/${filename}.pdf' }, 'docs/'],
  [{ key_prefix: 'docs/$' }, 'docs/'],
  [{ key_prefix: 'docs/${file' }, 'docs/'],
  [{ key_prefix: 'docs/${filename}/x' }, 'docs/'],
])('a form’s key is a prefix up to where the name of the file comes in: %j', async (body, reach) => {
  await bound.deny('storage:PutObject', `bucket/${name}/object/docs/secret`);
  expect(refusal(await form(body))).toEqual(bound.denied('storage:PutObject', object(`${reach}*`)));
});

test('an Allow must cover everything below a prefix', async () => {
  const policy = await newPolicy(owner, {
    Action: 'storage:CreatePresignedPost',
    Resource: [object('public/?'), object('open/*'), object('*/shared')],
  });
  const alice = await newIamCaller(owner, { policy_ids: [policy] });
  const ask = async (body: object) =>
    (await alice.call(presignPost, at({ content_length_range: [0, 1], ...body }))).status;
  expect([await ask({ key: 'public/a' }), await ask({ key_prefix: 'public/' })]).toEqual([201, 403]);
  expect([await ask({ key_prefix: 'open/' }), await ask({ key_prefix: 'open' })]).toEqual([201, 403]);
  expect([await ask({ key: 'a/shared' }), await ask({ key_prefix: 'a/shared' })]).toEqual([201, 403]);
});

test('a key of a bucket opens nothing that its maker is denied', async () => {
  const create = (body: object) => bound.call(createKey, at({ name: 'app', ...body }));
  const refused: [string, string, object, string][] = [
    ['storage:GetObject', '/object/secret/plan', { permission: 'read' }, '/object/*'],
    ['storage:GetObject', '/object/secret/plan', { permission: 'readwrite', prefix: 'secret/' }, '/object/secret/*'],
    ['storage:PutObject', '/object/secret/plan', { permission: 'write', prefix: 'sec' }, '/object/sec*'],
    ['storage:DeleteObject', '/object/secret/plan', { permission: 'write' }, '/object/*'],
    ['storage:ListObjects', '', { permission: 'read' }, ''],
  ];
  for (const [action, denied, body, shown] of refused) {
    await bound.deny(action, `bucket/${name}${denied}`);
    const place = srn('storage', owner.account_id, `bucket/${name}${shown}`);
    expect(refusal(await create(body))).toEqual(bound.denied(action, place));
  }
  await bound.deny('storage:GetObject', `bucket/${name}/object/secret/*`);
  expect((await create({ permission: 'read', prefix: 'public/' })).status).toBe(201);
  expect((await create({ permission: 'write' })).status).toBe(201);
});

test('nor does one that is rotated, changed or switched on again', async () => {
  const { access_key_id } = await newKey(owner, name, { permission: 'write' });
  const change = (body: object) => bound.call(updateKey, { params: { name, access_key_id }, body });
  await bound.deny('storage:GetObject', `bucket/${name}/object/secret`);
  const denied = bound.denied('storage:GetObject', object('*'));
  expect(refusal(await change({ permission: 'read' }))).toEqual(denied);
  expect((await change({ name: 'renamed' })).status).toBe(200);
  await bound.deny('storage:PutObject', `bucket/${name}/object/secret`);
  const writing = bound.denied('storage:PutObject', object('*'));
  expect((await change({ status: 'inactive' })).status).toBe(200);
  expect(refusal(await change({ status: 'active' }))).toEqual(writing);
  expect(refusal(await bound.call(rotate, { params: { name, access_key_id }, body: {} }))).toEqual(writing);
});

test('what deletes or publishes objects by themselves is held against the Denies on them', async () => {
  const rule = { id: 'r', enabled: true, expire_days: 1 };
  const put = (changes: object) => bound.call(putLifecycle, at({ rules: [{ ...rule, ...changes }] }));
  await bound.deny('storage:DeleteObject', `bucket/${name}/object/secret/plan`);
  expect(refusal(await put({ prefix: 'sec' }))).toEqual(bound.denied('storage:DeleteObject', object('sec*')));
  expect((await put({ prefix: 'sec', enabled: false })).status).toBe(200);
  expect((await put({ prefix: 'public/' })).status).toBe(200);
  expect((await put({ expire_days: null, abort_multipart_days: 1 })).status).toBe(200);
  const gone = await bound.call(deleteBucket, { params: { name }, query: { force: 'true' } });
  expect(refusal(gone)).toEqual(bound.denied('storage:DeleteObject', object('*')));
  await bound.deny('storage:GetObject', `bucket/${name}/object/secret/plan`);
  const shown = await bound.call(updateBucket, at({ acl: 'public-read' }));
  expect(refusal(shown)).toEqual(bound.denied('storage:GetObject', object('*')));
  expect((await bound.call(updateBucket, at({ acl: 'private' }))).status).toBe(200);
  expect((await bound.call(listObjects, { params: { name }, query: { prefix: 'secret/' } })).status).toBe(200);
});

test('conditions on an object ask about its bucket’s tags', async () => {
  await expectStatus(200, bound.call(updateBucket, at({ tags: { env: 'prod' } })));
  const prod = { StringEquals: { 'svc:Tag/env': 'prod' } };
  await bound.deny('storage:GetObject', `bucket/${name}/object/*`, prod);
  expect(isDenied(await bound.call(presignUrl, at({ operation: 'get', key: 'a' })))).toBe(true);
  await expectStatus(200, bound.call(updateBucket, at({ tags: { env: 'dev' } })));
  expect((await bound.call(presignUrl, at({ operation: 'get', key: 'a' }))).status).toBe(201);
});
