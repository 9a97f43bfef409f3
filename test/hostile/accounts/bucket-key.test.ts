import { beforeAll, expect, test } from 'vitest';
import { handler as tick } from '#functions/scheduled/buckets.ts';
import { handler as listKeys } from '#functions/storage/access-keys/list.ts';
import { handler as presign } from '#functions/storage/buckets/presign-url.ts';
import { resolveBucketKey } from '#lib/domain/storage/bucket-keys/resolve.ts';
import { bucketsOf } from '#lib/store/storage/buckets.ts';
import type { SignedUp } from '#lib/testing/functions/call.ts';
import { callerOf, expectStatus, refusal } from '#test/support/accounts/iam.ts';
import { newBucket, newKey, testObjects } from '#test/support/storage/objects.ts';
import { hijacked, ownerBearer, takenOver } from './hijacked.ts';

/* The attacker keeps a key of a bucket, and a link by which anybody may put objects into it for a week. */

beforeAll(testObjects);

async function prepared(owner: SignedUp) {
  const name = await newBucket(owner);
  const key = await newKey(owner, name);
  const body = { operation: 'put', key: 'a', expires_in: 604_800 };
  const { url } = await expectStatus(201, callerOf(owner)(presign, { params: { name }, body }));
  return { name, key: key.access_key_id as string, url: url as string };
}

const put = async (url: string) => (await fetch(url, { method: 'PUT', body: 'x' })).status;

test('neither the key nor the link is good from the reset on, before anything was taken away', async () => {
  const { attacker, loot } = await hijacked(prepared);
  expect([(await resolveBucketKey(loot.key))?.status, await put(loot.url)]).toEqual(['active', 200]);
  await takenOver(attacker);
  expect([await resolveBucketKey(loot.key), await put(loot.url)]).toEqual([undefined, 403]);
});

test('the key is taken away, the link’s is replaced, and what the owner makes is good', async () => {
  const { attacker, loot } = await hijacked(prepared);
  await takenOver(attacker);
  const bearer = await ownerBearer(attacker);
  const owner = callerOf({ bearer });
  const body = { operation: 'put', key: 'a' };
  expect(refusal(await owner(presign, { params: { name: loot.name }, body }))).toEqual([
    409,
    'operation_in_progress',
    `bucket ${loot.name} has no key at the moment`,
  ]);
  const before = (await bucketsOf(attacker.account_id))[0]?.service_key_id;
  await tick();
  expect((await bucketsOf(attacker.account_id))[0]?.service_key_id).not.toBe(before);
  expect((await expectStatus(200, owner(listKeys, { params: { name: loot.name } }))).access_keys).toEqual([]);
  const { url } = await expectStatus(201, owner(presign, { params: { name: loot.name }, body }));
  expect([await put(url), await put(loot.url)]).toEqual([200, 403]);
  const key = await newKey({ ...attacker, bearer }, loot.name);
  expect((await resolveBucketKey(key.access_key_id))?.status).toBe('active');
  await tick();
  expect((await resolveBucketKey(key.access_key_id))?.status).toBe('active');
});
