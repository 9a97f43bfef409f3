import { describe, expect, test } from 'vitest';
import { handler as tend } from '#functions/scheduled/buckets.ts';
import { handler as createKey } from '#functions/storage/access-keys/create.ts';
import { handler as create } from '#functions/storage/buckets/create.ts';
import { handler as remove } from '#functions/storage/buckets/delete.ts';
import { handler as show } from '#functions/storage/buckets/show.ts';
import { handler as update } from '#functions/storage/buckets/update.ts';
import { objectEngine } from '#lib/drivers/objects/open.ts';
import { signedUp } from '#lib/testing/functions/call.ts';
import { callerOf, expectStatus, newName, refusal } from '#test/support/accounts/iam.ts';
import { metered } from '#test/support/billing/metering.ts';
import { newBucket, newKey, standing } from '#test/support/storage/objects.ts';
import { faultTransactions, unreachable } from '#test/support/table/faults.ts';
import { bucketWorkOver } from '#test/support/table/overdue.ts';
import { type Credentials, send } from './send.ts';
import { leftOf, objects, owner, root, useBuckets, used } from './support.ts';

/* What becomes of a bucket when something breaks off in the middle. */

useBuckets();

describe('a creation that breaks off', () => {
  test('at the engine leaves nothing, and the name is free', async () => {
    const name = newName('broken');
    objects.breakNext('createBucket', new Error('no disk'));
    const reply = await root(create, { body: { name } });
    expect(refusal(reply)).toEqual([503, 'dependency_unavailable', 'object storage does not answer']);
    expect((await leftOf(name)).filter((key) => !key.includes('#audit'))).toEqual([]);
    await expectStatus(201, root(create, { body: { name } }));
  });

  test('after the engine has made it leaves nothing at the engine either', async () => {
    const name = newName('broken');
    objects.breakNext('createBucket', new Error('cut off'), 'after');
    expect((await root(create, { body: { name } })).status).toBe(503);
    expect(await standing(objects.admin, [name])).toEqual([]);
  });

  test('because the engine has one of that name is a conflict, and leaves that one alone', async () => {
    const name = newName('foreign');
    await objects.admin.createBucket({ name });
    const reply = await root(create, { body: { name } });
    expect(refusal(reply)).toEqual([
      409,
      'already_exists',
      `name: bucket "${name}" is taken (bucket names are unique over all accounts)`,
    ]);
    expect(await standing(objects.admin, [name])).toEqual([name]);
  });

  test('by a kill is undone by the scheduled task, quota and all', async () => {
    const own = await signedUp();
    const mine = callerOf(own);
    const name = newName('killed');
    objects.breakNext('createBucket', new Error('killed'), 'after');
    objects.breakNext('deleteBucket', new Error('killed'));
    expect((await mine(create, { body: { name } })).status).toBe(503);
    expect(await standing(objects.admin, [name])).toEqual([name]);
    await bucketWorkOver(name);
    await tend();
    expect(await standing(objects.admin, [name])).toEqual([]);
    expect((await leftOf(name)).filter((key) => !key.includes('#audit'))).toEqual([]);
    expect(await used(mine)).toBe(0);
    await expectStatus(201, mine(create, { body: { name } }));
  });
});

test.each([
  [
    'stays at the engine where it was stored, though nobody told so',
    { after: unreachable() },
    'the object engine: called now',
  ],
  ['is taken from the engine where it was not', { instead: unreachable() }, 'before'],
])('a key %s', async (_, fault, expected) => {
  const name = await newBucket(owner);
  const stop = faultTransactions(() => fault);
  objects.breakNext('deleteKey', new Error('called now'));
  const { status } = await root(createKey, { params: { name }, body: { name: 'app', permission: 'read' } });
  stop();
  expect(status).toBe(503);
  const called = await objectEngine()
    ?.deleteKey(name, 'none')
    .then(
      () => 'before',
      (error: Error) => error.message,
    );
  expect(called).toBe(expected);
});

test('settings that the engine did not take are applied by the scheduled task', async () => {
  const name = await newBucket(owner);
  objects.breakNext('configureBucket', new Error('away'));
  await expectStatus(200, root(update, { params: { name }, body: { acl: 'public-read' } }));
  const anonymous = async () => (await fetch(`${objects.url}/${name}/none`)).status;
  expect(await anonymous()).toBe(403);
  await bucketWorkOver(name);
  await tend();
  expect(await anonymous()).toBe(404);
});

test('of changes at once the engine has the last', async () => {
  const name = await newBucket(owner);
  const release = Promise.withResolvers<void>();
  objects.holdNext('configureBucket', release.promise);
  const slow = root(update, { params: { name }, body: { acl: 'public-read' } });
  await expect.poll(async () => (await root(show, { params: { name } })).body.acl).toBe('public-read');
  await expectStatus(200, root(update, { params: { name }, body: { acl: 'private' } }));
  release.resolve();
  await expectStatus(200, slow);
  expect((await fetch(`${objects.url}/${name}/none`)).status).toBe(403);
});

describe('a deletion', () => {
  test('of a bucket that holds something is refused, and leaves it in use', async () => {
    const name = await newBucket(owner);
    const key = await newKey(owner, name);
    await put(key, name);
    const text = `bucket not empty: ${name} holds objects or versions (?force=true deletes them with it)`;
    expect(refusal(await root(remove, { params: { name } }))).toEqual([409, 'in_use', text]);
    expect((await expectStatus(200, root(show, { params: { name } }))).status).toBe('active');
    expect(await put(key, name)).toBe(200);
  });

  test('that breaks off goes on with the scheduled task', async () => {
    const name = await newBucket(owner);
    objects.breakNext('deleteBucket', new Error('killed'));
    expect((await root(remove, { params: { name } })).status).toBe(503);
    const again = await root(remove, { params: { name } });
    expect(refusal(again)).toEqual([409, 'operation_in_progress', `bucket ${name} is deleting (must be active)`]);
    expect(again.headers['retry-after']).toBe('1');
    await bucketWorkOver(name);
    await tend();
    expect((await root(show, { params: { name } })).status).toBe(404);
    await metered();
    // Its meter stands until the month is over: a name that is used again stays under the same cap.
    expect((await leftOf(name)).filter((key) => !key.includes('#audit'))).toEqual([
      expect.stringMatching(new RegExp(`^A#\\d{12}#wallet METER#bucket:${name}$`)),
    ]);
  });

  test('and a put at once: either the object is there, or the bucket is not', async () => {
    for (let round = 0; round < 10; round++) {
      const name = await newBucket(owner);
      const key = await newKey(owner, name);
      const [stored, deleted] = await Promise.all([put(key, name), root(remove, { params: { name } })]);
      expect([stored, deleted.status]).toEqual(stored === 200 ? [200, 409] : [expect.any(Number), 200]);
    }
  });

  test('with a stale If-Match is refused', async () => {
    const name = await newBucket(owner);
    const reply = await root(remove, { params: { name }, headers: { 'if-match': '"v99"' } });
    expect(reply.status).toBe(412);
  });
});

const put = async (key: Credentials, bucket: string): Promise<number> =>
  (await send(key, `${objects.url}/${bucket}/a`, { method: 'PUT', body: 'a' }))[0];
