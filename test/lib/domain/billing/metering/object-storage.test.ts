import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as measure } from '#functions/scheduled/storage.ts';
import { meteredStorage } from '#lib/domain/billing/metering/marks.ts';
import { createBucket } from '#lib/domain/storage/buckets/create.ts';
import { deleteBucket } from '#lib/domain/storage/buckets/delete.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { transact } from '#lib/store/platform/write.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { send } from '#test/functions/storage/send.ts';
import { inside, metered, metersOf, running, spentOn } from '#test/support/billing/metering.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { newBucket, newKey, type TestObjects, testObjects } from '#test/support/storage/objects.ts';

const hour = 3600;
const gib = 2 ** 30;
let objects: TestObjects;
let owner: SignedUp;
beforeAll(async () => {
  objects = await testObjects();
});
beforeEach(async () => {
  await testTable();
  owner = await signedUp();
});
afterEach(resetClock);

const found = (bucket: string, bytes: number) =>
  transact([meteredStorage(owner.account_id, bucket, bytes, rfc3339(civilNow()))]);
const stored = () => spentOn(owner.account_id, 'object_storage');
/** Paise for so many GiB-hours at ₹1.50 per GiB and month. */
const cost = (gibHours: number) => (150 * gibHours) / 730;

test('what a bucket is measured to hold has a price, and none once it is gone', async () => {
  const name = await newBucket(owner);
  const key = await newKey(owner, name);
  const size = 8 * 2 ** 20;
  await send(key, `${objects.url}/${name}/a`, { method: 'PUT', body: new Uint8Array(size) });
  await measure();
  expect((await metersOf(owner.account_id, 'object_storage'))[0]).toMatchObject({
    service: 'object_storage',
    price_paise: 1,
    minimum: false,
  });
  await send(key, `${objects.url}/${name}/a`, { method: 'DELETE' });
  await deleteBucket(inside(owner.account_id), { name, force: false });
  await metered();
  expect(await metersOf(owner.account_id, 'object_storage')).toMatchObject([{ price_paise: 0 }]);
});

test('it costs by the bytes and seconds in between', async () => {
  await found('photos', 100 * gib);
  advanceClock(10 * hour);
  await found('photos', 300 * gib);
  advanceClock(20 * hour);
  await found('photos', 0);
  await metered();
  const all = await stored();
  expect(Math.abs(all - cost(100 * 10 + 300 * 20))).toBeLessThan(3);
  advanceClock(40 * hour);
  await metered();
  expect(await stored()).toBe(all);
});

test('one that is emptied and filled again costs no more in the month than its price, and leaves no meter behind', async () => {
  const to = (text: string) => advanceClock((Date.parse(text) - civilNow().getTime()) / 1000);
  const year = civilNow().getUTCFullYear() + 1;
  to(`${year}-01-01T00:00:00+05:30`);
  await found('photos', 10 * gib);
  for (const bytes of [0, 10 * gib]) {
    advanceClock(15 * 24 * hour * (bytes > 0 ? 0.001 : 1));
    await found('photos', bytes);
    await metered();
  }
  to(`${year}-01-31T23:59:00+05:30`);
  await found('photos', 0);
  await metered();
  expect(await stored()).toBe(1500);
  to(`${year}-02-01T00:01:00+05:30`);
  await found('music', gib);
  await metered();
  expect((await metersOf(owner.account_id, 'object_storage')).map(({ resource }) => resource)).toEqual([
    'bucket:music',
  ]);
});

test('a bucket that goes in the second in which it was charged costs nothing after', async () => {
  await found('photos', 1000 * gib);
  await metered();
  await found('photos', 0);
  advanceClock(10 * hour);
  await metered();
  expect(await stored()).toBeLessThan(2);
});

test('a bucket whose name is the id of a machine does not stop its meter', async () => {
  await standInHost();
  const { id } = await running(owner);
  await createBucket(inside(owner.account_id), {
    name: id,
    acl: 'private',
    versioning: 'disabled',
    quota: null,
    tags: {},
  });
  await measure();
  advanceClock(hour);
  await metered();
  expect(await spentOn(owner.account_id, 'instances')).toBeGreaterThanOrEqual(40);
});
