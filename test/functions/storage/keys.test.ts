import { beforeAll, describe, expect, test } from 'vitest';
import { handler as createIamKey } from '#functions/auth/access-keys/create.ts';
import { handler as createUser } from '#functions/auth/iam-users/create.ts';
import { handler as tend } from '#functions/scheduled/buckets.ts';
import { handler as create } from '#functions/storage/access-keys/create.ts';
import { handler as remove } from '#functions/storage/access-keys/delete.ts';
import { handler as list } from '#functions/storage/access-keys/list.ts';
import { handler as rotate } from '#functions/storage/access-keys/rotate.ts';
import { handler as show } from '#functions/storage/access-keys/show.ts';
import { handler as update } from '#functions/storage/access-keys/update.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { allItems } from '#lib/testing/functions/items.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { type Caller, callerOf, expectStatus, newName, refusal } from '#test/support/accounts/iam.ts';
import { newBucket, newKey, type TestObjects, testObjects } from '#test/support/storage/objects.ts';
import { type Credentials, send } from './send.ts';

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

const put = (key: Credentials, path = 'a') => send(key, `${objects.url}/${name}/${path}`, { method: 'PUT', body: 'a' });
const get = (key: Credentials, path = 'a') => send(key, `${objects.url}/${name}/${path}`);
const revoked = [403, 'InvalidAccessKeyId'];

test('keys that go between two pages hide no other', async () => {
  const bucket = await newBucket(owner);
  const made: string[] = [];
  for (let count = 0; count < 6; count++) made.push((await newKey(owner, bucket)).access_key_id);
  for (const sort of ['created_at', '-created_at']) {
    const page = (query: object) =>
      expectStatus(200, root(list, { params: { name: bucket }, query: { sort, ...query } }));
    const idsOf = (keys: { access_key_id: string }[]) => keys.map(({ access_key_id }) => access_key_id);
    const whole = idsOf((await page({})).access_keys);
    const first = await page({ limit: '2' });
    const id = made.find((one) => idsOf(first.access_keys).includes(one)) ?? '';
    await expectStatus(200, root(remove, { params: { name: bucket, access_key_id: id } }));
    made.splice(made.indexOf(id), 1);
    const rest = await page({ cursor: first.next_cursor });
    expect([...idsOf(first.access_keys), ...idsOf(rest.access_keys)]).toEqual(whole);
  }
});

describe('a key is refused', () => {
  const past = '2020-01-01T00:00:00Z';
  test.each([
    [{ permission: 'read' }, 'name: is required (a string)'],
    [{ name: 'a/b', permission: 'read' }, 'name: "a/b" must be of A-Z a-z 0-9 space . _ @ -'],
    [{ name: 'a', permission: 'all' }, 'permission: "all" is not one of read, write, readwrite'],
    [{ name: 'a', permission: 'read', prefix: '' }, 'prefix: "" must have at least 1 characters'],
    [
      { name: 'a', permission: 'read', expires_at: past },
      expect.stringMatching(/^expires_at: "2020-01-01T00:00:00Z" is in the past/),
    ],
    [{ name: 'a', permission: 'read', bucket: 'b' }, 'unknown field "bucket"'],
  ])('%j', async (body, error) => {
    const reply = await root(create, { params: { name }, body });
    expect([reply.status, reply.body.error]).toEqual([400, error]);
  });
});

test('a key is shown without its secret, and its secret is sealed in the table', async () => {
  const made = await newKey(owner, name, { name: 'backup', permission: 'write', prefix: 'db/' });
  const { secret_key, endpoint, region, ...shown } = made;
  expect(made).toMatchObject({ name: 'backup', bucket: name, permission: 'write', prefix: 'db/', status: 'active' });
  expect([endpoint, region]).toEqual([objects.url, 'in-mum']);
  const params = { name, access_key_id: made.access_key_id };
  expect(await expectStatus(200, root(show, { params }))).toEqual(shown);
  expect((await expectStatus(200, root(list, { params: { name } }))).access_keys).toContainEqual(shown);
  expect(JSON.stringify(await allItems())).not.toContain(secret_key);
});

test('keys are found by their names', async () => {
  const bucket = await newBucket(owner);
  for (const given of ['app', 'backup', 'ci']) await newKey(owner, bucket, { name: given, permission: 'read' });
  const found = async (query: Record<string, string>) =>
    (await expectStatus(200, root(list, { params: { name: bucket }, query }))).access_keys.map(
      (key: { name: string }) => key.name,
    );
  expect(await found({ name: 'ci,app', sort: 'name' })).toEqual(['app', 'ci']);
  expect(await found({ name: bucket })).toEqual([]);
});

test('a replay of a creation tells the secret again, and makes no second key', async () => {
  const request = {
    params: { name },
    body: { name: 'again', permission: 'read' },
    headers: { 'idempotency-key': newName('key') },
  };
  const first = await root(create, request);
  const again = await root(create, request);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.body).toEqual(first.body);
  expect(await get(again.body)).toEqual([404, 'NoSuchKey']);
});

test('what a key may do is what its permission and prefix say, and a change holds at the next request', async () => {
  const reader = await newKey(owner, name, { permission: 'read' });
  const writer = await newKey(owner, name, { permission: 'write', prefix: 'in/' });
  expect(await put(reader)).toEqual([403, 'AccessDenied']);
  expect(await put(writer)).toEqual([403, 'AccessDenied']);
  expect(await put(writer, 'in/a')).toEqual([200, '']);
  expect(await get(writer, 'in/a')).toEqual([403, 'AccessDenied']);
  expect(await get(reader, 'in/a')).toEqual([200, '']);
  const params = { name, access_key_id: reader.access_key_id };
  const change = async (body: object) => expectStatus(200, root(update, { params, body }));
  expect(await change({ name: 'editor', permission: 'readwrite' })).toMatchObject({ name: 'editor' });
  expect(await put(reader)).toEqual([200, '']);
  await change({ status: 'inactive' });
  expect(await get(reader)).toEqual(revoked);
  await change({ status: 'active' });
  expect(await get(reader)).toEqual([200, '']);
  await expectStatus(200, root(remove, { params }));
  expect(await get(reader)).toEqual(revoked);
  expect(refusal(await root(show, { params }))).toEqual([
    404,
    'not_found',
    `access key ${params.access_key_id} not found`,
  ]);
});

test('a use is noted', async () => {
  const key = await newKey(owner, name);
  await put(key);
  const params = { name, access_key_id: key.access_key_id };
  await expect.poll(async () => (await root(show, { params })).body.last_used_at).toMatch(/Z$/);
});

test('an IAM access key of a user without policies opens no bucket', async () => {
  const username = newName();
  await expectStatus(201, root(createUser, { body: { username } }));
  expect(await put(await expectStatus(201, root(createIamKey, { params: { username } })))).toEqual([
    403,
    'AccessDenied',
  ]);
});

test('a rotated key ends at once, or after its grace', async () => {
  const old = await newKey(owner, name, { name: 'turning', prefix: 'a' });
  const turn = (access_key_id: string, body = {}) => root(rotate, { params: { name, access_key_id }, body });
  const next = await expectStatus(201, turn(old.access_key_id));
  expect(next).toMatchObject({ name: 'turning', prefix: 'a', permission: 'readwrite', expires_at: null });
  expect([await put(old), await put(next)]).toEqual([revoked, [200, '']]);
  const last = await expectStatus(201, turn(next.access_key_id, { grace_seconds: 60 }));
  expect([await put(next), await put(last)]).toEqual([
    [200, ''],
    [200, ''],
  ]);
  const { expires_at } = await expectStatus(200, root(show, { params: { name, access_key_id: next.access_key_id } }));
  expect(refusal(await turn(next.access_key_id))).toEqual([
    409,
    'wrong_state',
    `access key ${next.access_key_id} was rotated and expires (expires_at ${expires_at})`,
  ]);
  expect((await turn(last.access_key_id, { grace_seconds: 86_401 })).body.error).toBe(
    'grace_seconds: 86401 must be at most 86400',
  );
});

test('of rotations at once one key comes, and the others are told', async () => {
  const { access_key_id } = await newKey(owner, name);
  const replies = await Promise.all([1, 2, 3].map(() => root(rotate, { params: { name, access_key_id }, body: {} })));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test('a key is good or refused while it is rotated, never anything else', async () => {
  const key = await newKey(owner, name);
  const rotation = root(rotate, { params: { name, access_key_id: key.access_key_id }, body: {} });
  const uses = await Promise.all(Array.from({ length: 10 }, () => put(key)));
  expect(uses.filter(([status, code]) => status !== 200 && code !== 'InvalidAccessKeyId')).toEqual([]);
  await expectStatus(201, rotation);
  expect(await put(key)).toEqual(revoked);
});

test('a key that has run out is refused, and goes with the scheduled task', async () => {
  const soon = rfc3339(new Date(Date.now() + 2000));
  const key = await newKey(owner, name, { expires_at: soon });
  expect(await put(key)).toEqual([200, '']);
  await expect.poll(() => put(key)).toEqual(revoked);
  await tend();
  expect((await root(show, { params: { name, access_key_id: key.access_key_id } })).status).toBe(404);
});

test('ten keys of a bucket, and no more, however many come at once', async () => {
  const own = await newBucket(owner);
  const make = () => root(create, { params: { name: own }, body: { name: 'one', permission: 'read' } });
  for (let i = 0; i < 8; i++) await expectStatus(201, make());
  const replies = await Promise.all([make(), make(), make(), make()]);
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403]);
  const refused = replies.find(({ status }) => status === 403);
  expect(refused && refusal(refused)).toEqual([403, 'quota_exceeded', `10 of 10 access keys of bucket ${own} used`]);
  const { access_keys, next_cursor } = await expectStatus(
    200,
    root(list, { params: { name: own }, query: { limit: '6' } }),
  );
  const rest = await expectStatus(
    200,
    root(list, { params: { name: own }, query: { limit: '6', cursor: next_cursor } }),
  );
  expect(new Set([...access_keys, ...rest.access_keys].map(({ id }) => id)).size).toBe(10);
});

test('another’s key, bucket or mixture of both is not found', async () => {
  const stranger = await signedUp();
  const theirs = await newBucket(stranger);
  const key = await newKey(stranger, theirs);
  const second = await newBucket(owner);
  const mine = await newKey(owner, name);
  for (const params of [
    { name: theirs, access_key_id: key.access_key_id },
    { name, access_key_id: key.access_key_id },
    { name: second, access_key_id: mine.access_key_id },
  ]) {
    for (const handler of [show, remove]) expect((await root(handler, { params })).status).toBe(404);
  }
  expect(await send(key, `${objects.url}/${name}/a`)).toEqual([403, 'AccessDenied']);
});
