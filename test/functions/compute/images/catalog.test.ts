import { beforeAll, describe, expect, test } from 'vitest';
import { handler as list } from '#functions/compute/images/list.ts';
import { handler as show } from '#functions/compute/images/show.ts';
import { getInstance } from '#lib/store/compute/instances.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { createdSnapshot, putSnapshotInto } from '#test/support/compute/disks.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

const [alpine, ubuntu] = ['alpine-3.22', 'ubuntu-24.04'];

let owner: SignedUp;
let mine: Client;
beforeAll(async () => {
  await testTable();
  owner = await signedUp();
  mine = clientOf(owner);
  await standInHost({ pullable: [alpine], stored: [ubuntu] });
});

const shown = async (id: string) => (await mine(show, { params: { id } })).body;

describe('an image of the catalog', () => {
  test('that a host can pull is available and not pulled, and stands behind those that a host has', async () => {
    expect(await shown(alpine)).toMatchObject({
      ...{ available: true, pulled: false, unavailable_reason: null, digest: null, size_bytes: null, shell: null },
      source: { registry: `mirror.example.in/${alpine}:1`, bucket: null, key: null, snapshot_id: null },
    });
    const { images } = (await mine(list)).body;
    const pulled = images.map((one: { pulled: boolean }) => one.pulled);
    expect(pulled).toEqual([...pulled].sort((a, b) => Number(b) - Number(a)));
    expect(pulled.filter(Boolean)).toHaveLength(2);
  });

  test('that a host has pulled shows what is inside, and the disk that it needs', async () => {
    expect(await shown(ubuntu)).toMatchObject({
      ...{ available: true, pulled: true, architecture: 'x86_64', digest: `sha256:${'b'.repeat(64)}` },
      ...{ size_bytes: 3 * 2 ** 30, min_disk: 3, shell: true, init: null, package_manager: 'apt' },
    });
  });

  test('is had from the host that has it, where another could pull it', async () => {
    await standInHost({ images: [], pullable: [ubuntu] });
    expect(await shown(ubuntu)).toMatchObject({ pulled: true, package_manager: 'apt' });
  });
});

describe('a launch', () => {
  const pullOf = async (id: string) => {
    const record = await getInstance(owner.account_id, id);
    const intent = await get(keys.intent(record?.operation?.id ?? ''));
    const deadline = await get(keys.deadline(record?.operation?.id ?? ''));
    const begun = Date.parse(record?.created_at ?? '');
    const { options } = (intent?.input ?? {}) as { options?: object };
    return { options, within: (deadline?.due ?? 0) - begun };
  };

  test('of an image that its host has not is given the time to pull it', async () => {
    const { options, within } = await pullOf((await launched(owner, { image_id: alpine })).id);
    expect(options).toEqual({ image_id: alpine, seconds: 1800 });
    expect(within).toBeGreaterThan(1_980_000);
  });

  test('of an image that its host has pulls nothing, and neither does one of a snapshot', async () => {
    await testTable();
    owner = await signedUp();
    await standInHost({ pullable: [alpine] });
    const machine = await launched(owner);
    const plain = await pullOf(machine.id);
    expect(plain.options).toEqual({});
    expect(plain.within).toBeLessThan(1_980_000);
    await putInto(machine, up);
    const { id } = await createdSnapshot(owner, machine.id);
    await putSnapshotInto(owner, id, { status: 'available', operation: null });
    expect((await pullOf((await launched(owner, { image_id: id })).id)).options).toEqual({});
  });
});
