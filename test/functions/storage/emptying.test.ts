import { afterAll, beforeAll, expect, test } from 'vitest';
import { handler as createKey } from '#functions/storage/access-keys/create.ts';
import { handler as listKeys } from '#functions/storage/access-keys/list.ts';
import { handler as create } from '#functions/storage/buckets/create.ts';
import { handler as remove } from '#functions/storage/buckets/delete.ts';
import { handler as presign } from '#functions/storage/buckets/presign-url.ts';
import { handler as show } from '#functions/storage/buckets/show.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { allItems } from '#lib/testing/functions/items.ts';
import { type Caller, callerOf, expectStatus, refusal } from '#test/support/accounts/iam.ts';
import { metered } from '#test/support/billing/metering.ts';
import { startWorkflows, type Workflows } from '#test/support/platform/workflows.ts';
import { newBucket, newKey, standing, type TestObjects, testObjects } from '#test/support/storage/objects.ts';
import { send } from './send.ts';

let objects: TestObjects;
let workflows: Workflows;
let owner: SignedUp;
let root: Caller;
beforeAll(async () => {
  objects = await testObjects();
  owner = await signedUp();
  workflows = await startWorkflows({ definition: (text) => text.replace('"MaxAttempts":70', '"MaxAttempts":0') });
  root = callerOf(owner);
});
afterAll(() => workflows.close());

const force = { force: 'true' };
const statusOf = async (name: string) => {
  const { status, body } = await root(show, { params: { name } });
  return status === 404 ? 'gone' : body.status;
};

/** A bucket with an object of two versions, a delete marker and an upload under way; and its key. */
async function filled(): Promise<{ name: string; key: Awaited<ReturnType<typeof newKey>> }> {
  const name = await newBucket(owner, { versioning: 'enabled', acl: 'public-read' });
  const key = await newKey(owner, name);
  const at = `${objects.url}/${name}`;
  for (const body of ['one', 'two']) await send(key, `${at}/a`, { method: 'PUT', body });
  await send(key, `${at}/b`, { method: 'PUT', body: 'b' });
  await send(key, `${at}/b`, { method: 'DELETE' });
  await send(key, `${at}/c?uploads`, { method: 'POST' });
  return { name, key };
}

test('by force a bucket is closed at once, emptied and gone, with all that belonged to it', async () => {
  const { name, key } = await filled();
  const body = await expectStatus(200, root(remove, { params: { name }, query: force }));
  expect(body).toMatchObject({ id: name, status: 'deleting', status_reason: null });
  expect(['deleting', 'gone']).toContain(await statusOf(name));
  expect((await fetch(`${objects.url}/${name}/a`)).ok).toBe(false);
  await expect.poll(() => statusOf(name)).toBe('gone');
  expect(await standing(objects.admin, [name])).toEqual([]);
  expect(await send(key, `${objects.url}/${name}/a`)).toEqual([403, 'InvalidAccessKeyId']);
  await metered();
  const left = (await allItems()).map(({ pk, sk }) => `${pk} ${sk}`).filter((at) => !at.includes('#audit'));
  // Its meter stands until the month is over: a name that is used again stays under the same cap.
  expect(left.filter((at) => at.includes(name) || at.includes(key.access_key_id))).toEqual([
    expect.stringMatching(new RegExp(`^A#\\d{12}#wallet METER#bucket:${name}$`)),
  ]);
});

test('while it is being emptied it says so, has no keys, and can be deleted again to no other effect', async () => {
  const { name, key } = await filled();
  const hold = Promise.withResolvers<void>();
  objects.holdNext('deleteBucket', hold.promise);
  await expectStatus(200, root(remove, { params: { name }, query: force }));
  expect(await statusOf(name)).toBe('deleting');
  expect(await send(key, `${objects.url}/${name}/a`)).toEqual([404, 'NoSuchBucket']);
  expect((await expectStatus(200, root(listKeys, { params: { name } }))).access_keys).toEqual([]);
  const body = { name: 'late', permission: 'read' };
  const text = `bucket ${name} is deleting (must be active)`;
  expect(refusal(await root(createKey, { params: { name }, body }))).toEqual([409, 'wrong_state', text]);
  const link = await root(presign, { params: { name }, body: { operation: 'get', key: 'a' } });
  expect(refusal(link)).toEqual([409, 'wrong_state', text]);
  expect((await expectStatus(200, root(remove, { params: { name }, query: force }))).status).toBe('deleting');
  expect((await root(create, { body: { name } })).body.error).toBe(`name: bucket "${name}" is already yours`);
  hold.resolve();
  await expect.poll(() => statusOf(name)).toBe('gone');
});

test('where the engine fails for good the bucket says why, and is deleted by the next try', async () => {
  const { name } = await filled();
  objects.breakNext('deleteBucket', new Error('disk on fire'));
  await expectStatus(200, root(remove, { params: { name }, query: force }));
  await expect.poll(() => statusOf(name)).toBe('failed');
  const { status_reason } = await expectStatus(200, root(show, { params: { name } }));
  expect(status_reason).toBe('emptying failed: object storage does not answer');
  await expectStatus(200, root(remove, { params: { name }, query: force }));
  await expect.poll(() => statusOf(name)).toBe('gone');
});

test('a step that is run twice changes nothing the second time', async () => {
  const { name } = await filled();
  workflows.breakNext('emptyStep', new Error('answer lost'), 'after');
  await expectStatus(200, root(remove, { params: { name }, query: force }));
  await expect.poll(() => statusOf(name)).toBe('gone');
  const operation = workflows.calls.findLast(({ name }) => name === 'emptyStep')?.payload;
  expect(await workflows.task('emptyStep', operation)).toEqual({ done: true });
  await workflows.task('emptyFail', { ...operation, error: 'late' });
  expect(await statusOf(name)).toBe('gone');
});

/** A bucket with an object that a legal hold protects; its key, and how to end the hold. */
async function held(): Promise<{ name: string; key: Awaited<ReturnType<typeof newKey>>; release(): Promise<void> }> {
  const name = await newBucket(owner, { versioning: 'enabled' });
  const key = await newKey(owner, name);
  const at = `${objects.url}/${name}`;
  const setHold = async (status: string) => {
    const body = `<LegalHold><Status>${status}</Status></LegalHold>`;
    expect(await send(objects.platform, `${at}/a?legal-hold`, { method: 'PUT', body })).toEqual([200, '']);
  };
  const body = '<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>';
  expect(await send(objects.platform, `${at}?object-lock`, { method: 'PUT', body })).toEqual([200, '']);
  await send(key, `${at}/a`, { method: 'PUT', body: 'kept' });
  await setHold('ON');
  return { name, key, release: () => setHold('OFF') };
}

const locked = (name: string) =>
  `bucket not empty: object lock protects versions in ${name}; they can be deleted when their retention or hold ends`;

test('by force a bucket with a locked version is not deleted, and works on as before', async () => {
  const { name, key, release } = await held();
  expect(refusal(await root(remove, { params: { name }, query: force }))).toEqual([409, 'in_use', locked(name)]);
  expect((await expectStatus(200, root(show, { params: { name } }))).status).toBe('active');
  expect(await send(key, `${objects.url}/${name}/a`)).toEqual([200, '']);
  await release();
  await expectStatus(200, root(remove, { params: { name }, query: force }));
  await expect.poll(() => statusOf(name)).toBe('gone');
});

test('where the request dies after its commit, the workflow finds the locked version, and says so', async () => {
  const { name, key } = await held();
  objects.breakNext('emptyBucket', new Error('answer lost'));
  await expectStatus(200, root(remove, { params: { name }, query: force }));
  await expect.poll(() => statusOf(name)).toBe('active');
  expect((await expectStatus(200, root(show, { params: { name } }))).status_reason).toBe(locked(name));
  expect(await send(key, `${objects.url}/${name}/a`)).toEqual([200, '']);
});

test('Prefer: wait answers a deletion by force once nothing is left of the bucket', async () => {
  const { name } = await filled();
  const reply = await root(remove, { params: { name }, query: force, headers: { prefer: 'wait=20' } });
  expect(reply).toMatchObject({ status: 200, body: { name, deleted: true } });
  expect(reply.headers['preference-applied']).toBe('wait=20');
});

test('a dry run tells what a deletion would do, or refuses a bucket that holds objects', async () => {
  const { name, key } = await filled();
  const ask = (query: Record<string, string>) =>
    root(remove, { params: { name }, query: { dry_run: 'true', ...query } });
  expect(refusal(await ask({}))).toEqual([
    409,
    'in_use',
    `bucket not empty: ${name} holds objects or versions (?force=true deletes them with it)`,
  ]);
  expect((await ask(force)).body).toEqual({
    dry_run: true,
    would: `delete bucket ${name} with all of its objects`,
    price_delta_paise_per_hour: 0,
    price_delta_paise_per_month: 0,
    cascade: [{ type: 'access_key', id: key.access_key_id, effect: 'deleted' }],
  });
  expect(await statusOf(name)).toBe('active');
});
