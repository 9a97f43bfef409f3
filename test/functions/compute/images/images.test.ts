import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { handler as createGroup } from '#functions/compute/asg/create.ts';
import { handler as create } from '#functions/compute/images/create.ts';
import { handler as remove } from '#functions/compute/images/delete.ts';
import { handler as list } from '#functions/compute/images/list.ts';
import { handler as show } from '#functions/compute/images/show.ts';
import { handler as update } from '#functions/compute/images/update.ts';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import { getImage } from '#lib/store/compute/images.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { createdSnapshot, putSnapshotInto, used } from '#test/support/compute/disks.ts';
import { createdImage, putImageInto, reference } from '#test/support/compute/images.ts';
import { launchBody, launched, putInto, up } from '#test/support/compute/instances.ts';
import { type StandInHost, silence, standInHost } from '#test/support/hosts/hosts.ts';

let owner: SignedUp;
let mine: Client;
let host: StandInHost;
beforeAll(async () => {
  await testTable();
  host = await standInHost();
});
// An account of its own for each test, since ten images are all that one may have.
beforeEach(async () => {
  owner = await signedUp();
  mine = clientOf(owner);
});

/** An image of the account that its host has. */
const available = async (body: object = {}) => putImageInto(owner, (await createdImage(owner, body)).id);
const errorOf = ({ status, body }: { status: number; body: { error: string } }) => [status, body.error];

describe('a new image', () => {
  test('is creating, on a host that keeps images, and counts', async () => {
    const image = await createdImage(owner, { tags: { team: 'cache' } });
    expect(image).toMatchObject({
      id: expect.stringMatching(/^img-/),
      account_id: owner.account_id,
      name: 'redis',
      type: 'account',
      status: 'creating',
      status_reason: null,
      progress_percent: 0,
      source: { registry: reference, bucket: null, key: null, snapshot_id: null },
      version: '7',
      size_bytes: null,
      digest: null,
      available: false,
      unavailable_reason: `image ${image.id} is creating`,
      pulled: false,
      tags: { team: 'cache' },
      allowed_actions: ['update', 'delete'],
    });
    expect(await getImage(owner.account_id, image.id)).toMatchObject({ host_id: host.id });
    expect((await used(owner.account_id)).images).toBe(1);
  });

  test.each([
    [
      { registry: 'redis:7' },
      'source.registry: "redis:7" is not a reference (a registry, a repository, and a tag or a digest, such as registry.example.in/team/app:1.4)',
    ],
    [
      { registry: 'registry.example.in/Redis' },
      'source.registry: "registry.example.in/Redis" is not a reference (a registry, a repository, and a tag or a digest, such as registry.example.in/team/app:1.4)',
    ],
    [{}, 'source: one of registry, snapshot_id, or bucket with key is required'],
    [{ bucket: 'photos' }, 'source: one of registry, snapshot_id, or bucket with key is required'],
    [
      { registry: reference, snapshot_id: 'snap-1' },
      'source: one of registry, snapshot_id, or bucket with key is required',
    ],
  ])('of %j is refused at its field', async (source, error) => {
    expect(errorOf(await mine(create, { body: { name: 'x', source } }))).toEqual([400, error]);
  });

  test('of a snapshot needs it, and that it is available', async () => {
    const nobodys = 'snap-01kanx7m3v5q8w2c4d6f7g9h1j';
    const of = (snapshot_id: string) => mine(create, { body: { name: 'copy', source: { snapshot_id } } });
    expect(errorOf(await of(nobodys))).toEqual([404, `snapshot ${nobodys} not found`]);
    const machine = await launched(owner);
    await putInto(machine, up);
    const { id } = await createdSnapshot(owner, machine.id);
    expect(errorOf(await of(id))).toEqual([409, `snapshot ${id} is creating; create image requires status available`]);
    await putSnapshotInto(owner, id, { status: 'available', operation: null, size_bytes: 2 ** 30 });
    const rehearsed = await mine(create, {
      body: { name: 'copy', source: { snapshot_id: id } },
      query: { dry_run: 'true' },
    });
    expect(rehearsed.body).toMatchObject({
      would: 'create image copy, which costs ₹3 a month for each GiB that is stored',
      price_delta_paise_per_month: 300,
    });
    const reply = await of(id);
    expect([reply.status, reply.body.source.snapshot_id]).toEqual([201, id]);
  });

  test('is refused over quota, and where no host keeps images', async () => {
    for (let at = 0; at < 10; at++) await createdImage(owner);
    const body = { name: 'x', source: { registry: reference } };
    expect(errorOf(await mine(create, { body }))).toEqual([403, '10 of 10 images used (see GET /compute/quotas)']);
    await standInHost({ id: host.id, capabilities: ['volumes'] });
    expect(errorOf(await mine(create, { body }))).toEqual([
      409,
      'no host has the capability images (compute driver: simulated)',
    ]);
    host = await standInHost({ id: host.id });
  });
});

describe('an image that is there', () => {
  test('shows what its host found, by itself and in the list after the catalog', async () => {
    const { id } = await available();
    const { body, headers } = await mine(show, { params: { id } });
    expect(body).toMatchObject({
      architecture: 'x86_64',
      default_user: 'root',
      size_bytes: 512 * 2 ** 20,
      min_disk: 1,
      shell: true,
      init: null,
      package_manager: 'apk',
      env: ['PATH=/usr/local/bin:/usr/bin:/bin'],
      working_dir: '/data',
      user: 'redis',
      entrypoint: ['docker-entrypoint.sh'],
      cmd: ['redis-server'],
      available: true,
      unavailable_reason: null,
      pulled: true,
    });
    expect(headers.etag).toMatch(/^"v2/);
    const { images } = (await mine(list)).body;
    const at = images.findIndex((one: { id: string }) => one.id === id);
    expect(images[at]).toEqual(body);
    expect(images.slice(0, at).filter((one: { type: string }) => one.type === 'system')).toHaveLength(5);
    expect((await mine(list, { query: { type: 'system', id } })).body.images).toEqual([]);
  });

  test('is nobody else’s', async () => {
    const { id } = await available();
    const { bearer } = await signedUp();
    for (const handler of [show, update, remove])
      expect(errorOf(await call(handler, { bearer, params: { id }, ...(handler === update && { body: {} }) }))).toEqual(
        [404, `image ${id} not found`],
      );
    expect(errorOf(await call(launch, { bearer, body: launchBody({ image_id: id }) }))).toEqual([
      404,
      `image ${id} not found`,
    ]);
    await mine(remove, { params: { id } });
  });

  test('gets another name and other tags', async () => {
    const { id } = await available();
    const reply = await mine(update, { params: { id }, body: { name: 'cache', tags: { env: 'test' } } });
    expect(reply).toMatchObject({ status: 200, body: { id, name: 'cache', tags: { env: 'test' } } });
    expect((await mine(show, { params: { id } })).body).toEqual(reply.body);
    await mine(remove, { params: { id } });
    expect(errorOf(await mine(update, { params: { id }, body: { name: 'x' } }))).toEqual([
      409,
      `image ${id} is deleting; it can no longer be updated`,
    ]);
  });

  test('cannot be booted while its host is silent', async () => {
    const { id } = await available();
    await silence(host.id);
    expect((await mine(show, { params: { id } })).body).toMatchObject({
      available: false,
      unavailable_reason: 'its host does not answer',
    });
    await host.beat();
  });
});

describe('a deletion', () => {
  test('is refused while an instance, a snapshot or a group needs the image, and names them', async () => {
    const { id } = await available();
    const machine = await launched(owner, { image_id: id });
    await putInto(machine, up);
    const snapshot = await createdSnapshot(owner, machine.id);
    const template = { instance_type_id: 's1-nano', image_id: id, min_size: 0, max_size: 1 };
    const group = await mine(createGroup, { body: { ...template, name: 'cache' } });
    expect(group.status).toBe(201);
    expect(errorOf(await mine(remove, { params: { id } }))).toEqual([
      409,
      `image ${id} is used by ${machine.id}, ${snapshot.id}, ${group.body.id}`,
    ]);
    await putInto(machine, { status: 'terminated', ttl: 2_000_000_000, operation: null });
    expect(errorOf(await mine(remove, { params: { id } }))[1]).toBe(
      `image ${id} is used by ${snapshot.id}, ${group.body.id}`,
    );
  });

  test('and a launch at once: one of them', async () => {
    const { id } = await available();
    const [begun, deleted] = await Promise.all([
      mine(launch, { body: launchBody({ image_id: id }) }),
      mine(remove, { params: { id } }),
    ]);
    expect([begun.status, deleted.status].sort()).toEqual(deleted.status === 200 ? [200, 409] : [201, 409]);
  });

  test('says what it saves, and is answered twice', async () => {
    const { id, version } = await available();
    const rehearsed = await mine(remove, { params: { id }, query: { dry_run: 'true' } });
    expect(rehearsed.body).toMatchObject({ would: `delete image ${id}`, price_delta_paise_per_month: -150 });
    for (let times = 0; times < 2; times++)
      expect((await mine(remove, { params: { id } })).body).toEqual({ id, status: 'deleting' });
    expect((await getImage(owner.account_id, id))?.version).toBe(version + 1);
  });
});
