import { beforeAll, expect, test } from 'vitest';
import { measureBuckets } from '#lib/domain/storage/buckets/measure.ts';
import { storedIn } from '#lib/store/platform/stored.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { newBucket, type TestObjects, testObjects } from '#test/support/storage/objects.ts';

let objects: TestObjects;
let owner: SignedUp;
beforeAll(async () => {
  objects = await testObjects();
  owner = await signedUp();
});

test('a bucket that its engine cannot measure in time is told of', async () => {
  await newBucket(owner);
  const held = Promise.withResolvers<void>();
  objects.holdNext('usage', held.promise);
  await expect(measureBuckets(50)).rejects.toThrow(/^bucket [a-z0-9.-]+ could not be measured within 50 ms$/);
  held.resolve();
});

test('until then it holds up no other', async () => {
  const names = [await newBucket(owner), await newBucket(owner)];
  const held = Promise.withResolvers<void>();
  objects.holdNext('usage', held.promise);
  const measuring = measureBuckets(60_000);
  const measured = async () => {
    const found: string[] = [];
    for await (const { bucket } of storedIn(owner.account_id, '2000', '9999')) found.push(bucket);
    return found.filter((name) => names.includes(name)).length;
  };
  await expect.poll(measured).toBeGreaterThan(0);
  held.resolve();
  await measuring;
  expect(await measured()).toBe(2);
});
