import { expect, test } from 'vitest';
import { handler as maintain } from '#functions/scheduled/buckets.ts';
import { handler as measure } from '#functions/scheduled/storage.ts';
import { allItems } from '#lib/testing/functions/items.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { newBucket } from '#test/support/storage/objects.ts';
import { denied, everything, objects, ok, s3, userWith, useVerified } from './account-support.ts';

useVerified();

/** A bucket as earlier versions made it: the engine was not told whose it is. */
async function unownedBucket(account: Awaited<ReturnType<typeof verified>>): Promise<string> {
  const name = await newBucket(account, { tags: { env: 'dev' } });
  await objects.admin.deleteBucket(name);
  await objects.admin.createBucket({ name });
  return name;
}

const workOn = async (name: string) =>
  (await allItems()).filter(({ kind, bucket }) => kind === 'configure' && bucket === name);

test('a bucket whose account the engine does not know is that of its account after the next measurement', async () => {
  const owner = await verified();
  const name = await unownedBucket(owner);
  const key = await userWith(everything, owner);
  expect(await s3(key, 'PUT', `${name}/a`, 'x')).toEqual(denied);
  await measure();
  await maintain();
  expect(await s3(key, 'PUT', `${name}/a`, 'x')).toEqual(ok);
  expect(await objects.admin.usage(name)).toMatchObject({ account: owner.account_id, objects: 1 });
});

test('a bucket whose account the engine knows is left as it is', async () => {
  const owner = await verified();
  const [known, unknown] = [await newBucket(owner), await unownedBucket(owner)];
  await measure();
  expect([await workOn(known), await workOn(unknown)]).toMatchObject([[], [{ bucket: unknown }]]);
  await maintain();
  await measure();
  expect(await workOn(unknown)).toEqual([]);
});
