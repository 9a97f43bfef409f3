import { beforeAll, expect, test } from 'vitest';
import { handler as listImages } from '#functions/compute/images/list.ts';
import { handler as showImage } from '#functions/compute/images/show.ts';
import type { Image } from '#lib/model/compute/image.ts';
import type { SnapshotRecord } from '#lib/store/compute/snapshots.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { createdSnapshot, putSnapshotInto } from '#test/support/compute/disks.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { silence, standInHost } from '#test/support/hosts/hosts.ts';

let owner: SignedUp;
let snapshot: SnapshotRecord;
beforeAll(async () => {
  await testTable();
  owner = await signedUp();
  await standInHost();
  const instance = await launched(owner);
  await putInto(instance, up);
  const { id } = await createdSnapshot(owner, instance.id, { name: 'before' });
  snapshot = await putSnapshotInto(owner, id, { status: 'available', operation: null, size_bytes: 4096 });
});

const images = async (query: Record<string, string> = {}, { bearer } = owner): Promise<Image[]> =>
  (await call(listImages, { bearer, query })).body.images;
const show = (id: string, { bearer } = owner) => call(showImage, { bearer, params: { id } });

test("an account's snapshots are images of type snapshot, after those of the catalog", async () => {
  const [found, ...none] = await images({ type: 'snapshot' });
  expect(none).toEqual([]);
  const [base] = (await images()).filter(({ id }) => id === snapshot.image_id);
  expect(found).toEqual({
    ...base,
    id: snapshot.id,
    name: 'before',
    min_disk: snapshot.size_gib,
    size_bytes: 4096,
    type: 'snapshot',
    source: null,
    digest: null,
  });
  expect((await images()).map(({ type }) => type)).toEqual([...Array(5).fill('system'), 'snapshot']);
  expect((await images({ type: 'system' })).map(({ type }) => type)).toEqual(Array(5).fill('system'));
  expect(await images({ type: 'snapshot', distribution: 'alpine' })).toEqual([]);
  expect((await show(snapshot.id)).body).toEqual(found);
});

test("nobody else's are: 404", async () => {
  const other = await signedUp();
  expect(await images({ type: 'snapshot' }, other)).toEqual([]);
  expect(await show(snapshot.id, other)).toMatchObject({
    status: 404,
    body: { error: `image ${snapshot.id} not found` },
  });
});

test.each(['creating', 'restoring', 'deleting', 'error'] as const)(
  'one that is %s cannot be launched from, and says so',
  async (status) => {
    await putSnapshotInto(owner, snapshot.id, { status });
    expect((await show(snapshot.id)).body).toMatchObject({
      available: false,
      unavailable_reason: `snapshot ${snapshot.id} is ${status}`,
    });
    await putSnapshotInto(owner, snapshot.id, { status: 'available' });
  },
);

test('one whose host is silent cannot be launched from, though another host has its image', async () => {
  await standInHost();
  await silence(snapshot.host_id);
  const [found] = await images({ type: 'snapshot' });
  expect(found).toMatchObject({ available: false, unavailable_reason: 'no host offers it' });
  expect((await show(snapshot.image_id)).body.available).toBe(true);
});
