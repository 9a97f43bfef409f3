import { beforeEach, describe, expect, test } from 'vitest';
import { handler as deleteHost } from '#functions/platform/delete-host.ts';
import { handler as importImage } from '#functions/platform/import-image.ts';
import { handler as list } from '#functions/platform/list-images.ts';
import { handler as operations } from '#functions/platform/list-operations.ts';
import { handler as pull } from '#functions/platform/pull-image.ts';
import { handler as remove } from '#functions/platform/remove-image.ts';
import { operateImages } from '#lib/domain/compute/image-copies/laptop.ts';
import { copyId, getCopy } from '#lib/store/compute/image-copies.ts';
import { keys } from '#lib/store/keys.ts';
import { putDeadline } from '#lib/store/platform/outbox.ts';
import { get } from '#lib/store/platform/read.ts';
import { transact } from '#lib/store/platform/write.ts';
import type { Reply } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type Caller, callerOf, expectStatus } from '#test/support/accounts/iam.ts';
import { newOperator } from '#test/support/accounts/operators.ts';
import { createdSnapshot, putSnapshotInto } from '#test/support/compute/disks.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { newBucket, testObjects } from '#test/support/storage/objects.ts';

const alpine = 'alpine-3.22';
const ubuntu = 'ubuntu-24.04';

let root: Caller;
let owner: Awaited<ReturnType<typeof newOperator>>;
let host: string;
beforeEach(async () => {
  await testTable();
  owner = await newOperator();
  root = callerOf(owner);
  host = (await standInHost({ pullable: [alpine], stored: [ubuntu] })).id;
});

const params = (id: string) => ({ params: { id } });
const refused = async (asked: Promise<Reply>) => {
  const { status, body } = await asked;
  return [status, body.error];
};

describe('images of hosts', () => {
  test('are listed with what each host has of the catalog', async () => {
    const { images } = await expectStatus(200, root(list, {}));
    expect(images.map((one: { image_id: string }) => one.image_id)).toContain(alpine);
    const of = (id: string) => images.find((one: { image_id: string }) => one.image_id === id);
    expect(of(alpine)).toMatchObject({
      ...{ id: `${host}/${alpine}`, host_id: host, status: 'absent', status_reason: null, origin: null },
      ...{ reference: `mirror.example.in/${alpine}:1`, digest: null, progress_percent: null },
    });
    expect(of('debian-12')).toMatchObject({ status: 'available', origin: 'host', digest: null });
    expect(of(ubuntu)).toMatchObject({ status: 'available', origin: 'store', architecture: 'x86_64', shell: true });
    expect(await refused(root(list, { query: { host_id: 'host-nobody' } }))).toEqual([
      404,
      'host host-nobody not found',
    ]);
  });

  test('are pulled on the only host, or on the one that is named', async () => {
    expect(await expectStatus(200, root(pull, { ...params(alpine), body: {} }))).toMatchObject({
      ...{ id: `${host}/${alpine}`, status: 'pulling', progress_percent: 0 },
    });
    expect(await getCopy(host, alpine)).toMatchObject({ operation: { kind: 'pull_image' } });
    expect(await refused(root(pull, { ...params(alpine), body: {} }))).toEqual([
      409,
      `image ${alpine} is pulling on host ${host}; pull must wait`,
    ]);
    const other = (await standInHost({ pullable: [alpine] })).id;
    expect(await refused(root(pull, { ...params(alpine), body: {} }))).toEqual([
      400,
      'host_id: is required, as there are 2 hosts',
    ]);
    const there = await expectStatus(200, root(pull, { ...params(alpine), body: { host_id: other } }));
    expect(there.host_id).toBe(other);
    expect((await expectStatus(200, root(list, { query: { host_id: other, status: 'pulling' } }))).images).toHaveLength(
      1,
    );
  });

  test('are of the catalog, and on hosts that keep images', async () => {
    expect(await refused(root(pull, { ...params('fedora-42'), body: {} }))).toEqual([404, 'image fedora-42 not found']);
    const plain = (await standInHost({ capabilities: ['ssh'] })).id;
    expect(await refused(root(pull, { ...params(alpine), body: { host_id: plain } }))).toEqual([
      409,
      `host ${plain} does not have the capability images (compute driver: simulated)`,
    ]);
  });

  test('are imported from an object, and by a route from no file of a host', async () => {
    const body = { source: { path: '/etc/passwd' } };
    expect(await refused(root(importImage, { ...params(alpine), body }))).toEqual([
      400,
      'source.path: a file of a host can be imported on that laptop only',
    ]);
    expect(await refused(root(importImage, { ...params(alpine), body: { source: {} } }))).toEqual([
      400,
      'source: path, or bucket with key, is required',
    ]);
    const absent = { source: { bucket: 'nothing', key: 'alpine.tar' } };
    expect((await refused(root(importImage, { ...params(alpine), body: absent })))[0]).toBe(404);
    expect(await getCopy(host, alpine)).toBeUndefined();
  });

  test('are removed unless something needs them, which the refusal names', async () => {
    const machine = await launched(owner, { image_id: ubuntu });
    expect(await refused(root(remove, params(ubuntu)))).toEqual([
      409,
      `image ${ubuntu} of host ${host} is used by ${machine.id}`,
    ]);
    await putInto(machine, up);
    const { id } = await createdSnapshot(owner, machine.id);
    await putSnapshotInto(owner, id, { status: 'available', operation: null });
    await putInto(machine, { status: 'terminated', operation: null });
    expect(await refused(root(remove, params(ubuntu)))).toEqual([
      409,
      `image ${ubuntu} of host ${host} is used by ${id}`,
    ]);
    expect(await refused(root(remove, params('debian-12')))).toEqual([
      409,
      `host ${host} has not pulled or imported image debian-12`,
    ]);
  });

  test('that nothing needs are removed, after a dry run that says so', async () => {
    expect(await expectStatus(200, root(remove, { ...params(ubuntu), query: { dry_run: 'true' } }))).toMatchObject({
      would: `remove image ${ubuntu} from host ${host}`,
    });
    expect(await getCopy(host, ubuntu)).toBeUndefined();
    expect((await expectStatus(200, root(remove, params(ubuntu)))).status).toBe('removing');
  });
});

test('a host that is removed takes what was to be done with its images along', async () => {
  await expectStatus(200, root(pull, { ...params(alpine), body: {} }));
  await expectStatus(200, root(deleteHost, params(host)));
  expect(await getCopy(host, alpine)).toBeUndefined();
});

test('of many hosts one is named', async () => {
  for (let more = 0; more < 32; more++) await standInHost();
  expect(await refused(root(list, {}))).toEqual([400, 'host_id: is required, as there are 33 hosts']);
  expect((await expectStatus(200, root(list, { query: { host_id: host } }))).images).toHaveLength(5);
});

test("a pull that is stuck is an operation of the platform's own", async () => {
  await expectStatus(200, root(pull, { ...params(alpine), body: {} }));
  const { operation } = (await getCopy(host, alpine)) ?? {};
  const id = copyId(host, alpine);
  const late = { operation: operation?.id ?? '', machine: 'disk', account_id: 'platform', instance_id: id, due: 1 };
  await transact([putDeadline(late)]);
  const found = await expectStatus(200, root(operations, {}));
  expect(found.operations).toEqual([expect.objectContaining({ workflow: 'disk', account_id: null, resource_id: id })]);
});

describe("a laptop's user", () => {
  test('does the same without an account', async () => {
    expect(await operateImages({ act: 'pull', id: alpine })).toMatchObject({ host_id: host, status: 'pulling' });
    const { images } = (await operateImages({ act: 'list' })) as { images: { image_id: string; status: string }[] };
    expect(images.find(({ image_id }) => image_id === alpine)?.status).toBe('pulling');
    expect(await operateImages({ act: 'remove', id: ubuntu })).toMatchObject({ status: 'removing' });
  });

  test('imports a file by its whole path', async () => {
    await expect(operateImages({ act: 'import', id: alpine, path: 'alpine.tar' })).rejects.toThrow(
      'source.path: must be the whole path of a file, from / on',
    );
    expect(await operateImages({ act: 'import', id: alpine, path: '/srv/alpine.tar' })).toMatchObject({
      status: 'importing',
    });
  });
});

test('an object is read for its host by a URL that was signed for it', async () => {
  await testObjects();
  const bucket = await newBucket(owner);
  const body = { source: { bucket, key: 'alpine.tar.zst' } };
  const copy = await expectStatus(200, root(importImage, { ...params(alpine), body }));
  expect(copy).toMatchObject({ image_id: alpine, status: 'importing', progress_percent: 0 });
  const { operation } = (await getCopy(host, alpine)) ?? {};
  const { input } = (await get(keys.intent(operation?.id ?? ''))) ?? {};
  const { file, seconds } = (input as { options: { file: { archive: { url: string } }; seconds: number } }).options;
  const url = new URL(file.archive.url);
  expect([url.pathname, url.searchParams.get('X-Amz-Expires'), seconds]).toEqual([
    `/${bucket}/alpine.tar.zst`,
    '3600',
    1800,
  ]);
});
