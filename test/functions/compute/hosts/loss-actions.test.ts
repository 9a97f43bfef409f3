import { beforeEach, describe, expect, test } from 'vitest';
import { handler as allocate } from '#functions/compute/elastic-ips/allocate.ts';
import { handler as attachAddress } from '#functions/compute/elastic-ips/attach.ts';
import { handler as detachAddress } from '#functions/compute/elastic-ips/detach.ts';
import { handler as showAddress } from '#functions/compute/elastic-ips/show.ts';
import { handler as createSnapshot } from '#functions/compute/instance-snapshots/create.ts';
import { handler as restore } from '#functions/compute/instance-snapshots/restore.ts';
import { handler as show } from '#functions/compute/instances/show.ts';
import { handler as start } from '#functions/compute/instances/start.ts';
import { handler as stop } from '#functions/compute/instances/stop.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { handler as createBalancer } from '#functions/compute/load-balancers/create.ts';
import { handler as showBalancer } from '#functions/compute/load-balancers/show.ts';
import { handler as showSnapshot } from '#functions/compute/snapshots/show.ts';
import { handler as attachVolume } from '#functions/compute/volumes/attach.ts';
import { handler as deleteVolume } from '#functions/compute/volumes/delete.ts';
import { handler as detachVolume } from '#functions/compute/volumes/detach.ts';
import { handler as showVolume } from '#functions/compute/volumes/show.ts';
import { loseHost, settleLoss } from '#lib/domain/compute/hosts/loss.ts';
import { resumeHost } from '#lib/domain/compute/hosts/resume.ts';
import type { ElasticIp } from '#lib/model/compute/elastic-ip.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { getHost } from '#lib/store/compute/hosts.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { expectStatus } from '#test/support/accounts/iam.ts';
import { createdSnapshot, createdVolume, putSnapshotInto, putVolumeInto } from '#test/support/compute/disks.ts';
import { launched, putInto, recordOf, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { comesBack, fenced, operator, removed } from '#test/support/hosts/lost-hosts.ts';

/* allowed_actions of what is on a lost host: each where its route passes (contract 1.1, contract 4.13). */

const pool = '198.51.100.0/24';
const disk_scope = 'rack-4';
let caller: SignedUp;
let mine: Client;
let instance: Instance;

async function useHost(room: object): Promise<void> {
  await testTable();
  caller = await signedUp();
  mine = clientOf(caller);
  await standInHost({ id: 'host-a', public_ip: '203.0.113.7', address_pool: pool, ...room });
  instance = await launched(caller);
  await putInto(instance, up);
}

const onInstance = () => ({ params: { id: instance.id } });
const allowed = async () => (await mine(show, onInstance())).body.allowed_actions;
const fence = () => fenced('host-a');

/** The host is silent for so long that it is lost; nobody has fenced it. */
async function lose(): Promise<void> {
  const host = await getHost('host-a');
  if (!host) throw new Error('no host-a');
  await loseHost({ ...host, host_id: 'host-a' });
  await settleLoss('host-a');
}

const address = async (): Promise<ElasticIp> => expectStatus(201, mine(allocate));
const attach = ({ id }: ElasticIp) => mine(attachAddress, { params: { id }, body: { instance_id: instance.id } });
const detach = ({ id }: ElasticIp) => mine(detachAddress, { params: { id } });

describe('with disks and addresses of its own', () => {
  beforeEach(() => useHost({}));

  test('a machine can be terminated, and nothing else', async () => {
    const volume = (await createdVolume(caller)).id;
    await putVolumeInto(caller, volume, { status: 'in-use', operation: null, instance_id: instance.id });
    const snapshot = (await createdSnapshot(caller, instance.id)).id;
    await putSnapshotInto(caller, snapshot, { status: 'available', operation: null });
    const eip = await address();
    await putInto(instance, { ...up, task: null, volume_ids: [volume] });
    await expectStatus(200, attach(eip));
    const front = { name: 'front', listeners: [{ protocol: 'http', port: 8080 }] };
    const balancer = (await expectStatus(201, mine(createBalancer, { body: front }))).id;
    await fence();

    expect(await allowed()).toEqual(['terminate']);
    const words = async (handler: Parameters<Client>[0], params: Record<string, string>) =>
      (await mine(handler, { params })).body.allowed_actions;
    expect(await words(showVolume, { vol_id: volume })).toEqual(['update', 'delete']);
    expect(await words(showSnapshot, { id: snapshot })).toEqual(['update', 'delete']);
    expect(await words(showAddress, { id: eip.id })).toEqual(['update']);
    expect(await words(showBalancer, { id: balancer })).toEqual(['update', 'delete', 'add_backend']);
    const body = { instance_id: instance.id };
    const refused = {
      start: mine(start, onInstance()),
      stop: mine(stop, { ...onInstance(), body: { force: true } }),
      create_snapshot: mine(createSnapshot, { ...onInstance(), body: {} }),
      restore: mine(restore, { params: { id: instance.id, snap_id: snapshot }, body: {} }),
      attach_volume: mine(attachVolume, { params: { vol_id: volume }, body }),
      detach_volume: mine(detachVolume, { params: { vol_id: volume }, body: {} }),
      attach_elastic_ip: attach(eip),
      detach_elastic_ip: detach(eip),
    };
    for (const [word, reply] of Object.entries(refused)) expect([word, (await reply).status]).toEqual([word, 409]);
    expect((await mine(terminate, onInstance())).body).toMatchObject({ status: 'terminating', allowed_actions: [] });
  });

  test('without an address none can be attached, and one that is protected cannot be terminated', async () => {
    const eip = await address();
    await putInto(instance, { termination_protection: true });
    await fence();
    expect(await allowed()).toEqual([]);
    expect((await attach(eip)).status).toBe(409);
    expect((await mine(terminate, onInstance())).status).toBe(409);
  });

  test('once it is back, a machine can do what stopped ones can', async () => {
    await fence();
    await resumeHost(operator(), 'host-a');
    expect(await allowed()).toEqual(['terminate']);
    await comesBack('host-a', pool);
    const words = [
      'start',
      'terminate',
      'resize',
      'convert_disk',
      'create_snapshot',
      'restore',
      'attach_volume',
      'attach_elastic_ip',
    ];
    expect(await allowed()).toEqual(words);
    expect(await recordOf(instance)).not.toHaveProperty('meanwhile');
  });
});

describe('with disks that other hosts reach', () => {
  beforeEach(async () => {
    await useHost({ address_pool: null, disk_scope });
    await standInHost({ id: 'host-b', address_pool: null, disk_scope });
  });

  test('a machine can start while its host is fenced, and not while that is only lost', async () => {
    await lose();
    expect(await allowed()).toEqual(['terminate']);
    expect((await mine(start, onInstance())).status).toBe(409);
    await fence();
    expect(await allowed()).toEqual(['start', 'terminate']);
    await resumeHost(operator(), 'host-a');
    expect(await allowed()).toEqual(['terminate']);
    expect((await mine(start, onInstance())).status).toBe(409);
    await fence();
    expect(await allowed()).toEqual(['start', 'terminate']);
    await expectStatus(200, mine(start, onInstance()));
    expect(await recordOf(instance)).toMatchObject({ host_id: 'host-b', status: 'starting' });
    expect(await recordOf(instance)).not.toHaveProperty('meanwhile');
  });

  test('a machine of a removed host can start', async () => {
    await lose();
    await removed('host-a');
    expect(await allowed()).toEqual(['start', 'terminate']);
    await expectStatus(200, mine(start, onInstance()));
  });

  test('a machine with a volume cannot, unless that is deleted', async () => {
    const volume = (await createdVolume(caller)).id;
    await putVolumeInto(caller, volume, { status: 'in-use', operation: null, instance_id: instance.id });
    await putInto(instance, { volume_ids: [volume] });
    await fence();
    expect(await allowed()).toEqual(['terminate']);
    expect((await mine(start, onInstance())).status).toBe(409);
    await expectStatus(200, mine(deleteVolume, { params: { vol_id: volume } }));
    expect(await recordOf(instance)).toMatchObject({ volume_ids: [], status: 'error' });
    expect(await allowed()).toEqual(['start', 'terminate']);
    await expectStatus(200, mine(start, onInstance()));
  });
});

describe('with disks that other hosts reach, and addresses', () => {
  beforeEach(() => useHost({ disk_scope }));

  test('a machine with an address of its host alone cannot start before that is removed, and the address detached', async () => {
    await standInHost({ id: 'host-b', address_pool: null, disk_scope });
    const eip = await address();
    await expectStatus(200, attach(eip));
    await fence();
    expect(await allowed()).toEqual(['terminate']);
    expect([(await mine(start, onInstance())).status, (await detach(eip)).status]).toEqual([409, 409]);
    await removed('host-a');
    expect(await allowed()).toEqual(['terminate', 'detach_elastic_ip']);
    expect((await mine(start, onInstance())).status).toBe(409);
    await expectStatus(200, detach(eip));
    expect(await allowed()).toEqual(['start', 'terminate']);
    await expectStatus(200, mine(start, onInstance()));
  });

  test('one that got an address of both hosts meanwhile cannot start with it', async () => {
    await standInHost({ id: 'host-b', address_pool: pool, disk_scope });
    const eip = await address();
    await fence();
    expect(await allowed()).toEqual(['start', 'terminate', 'attach_elastic_ip']);
    await expectStatus(200, attach(eip));
    expect(await allowed()).toEqual(['terminate', 'detach_elastic_ip']);
    expect((await mine(start, onInstance())).status).toBe(409);
    await expectStatus(200, detach(eip));
    expect(await allowed()).toEqual(['start', 'terminate', 'attach_elastic_ip']);
    await expectStatus(200, mine(start, onInstance()));
  });
});

describe('with addresses that other hosts have', () => {
  beforeEach(async () => {
    await useHost({});
    await standInHost({ id: 'host-b', address_pool: pool });
  });

  test('one can be attached meanwhile, and is detached at once', async () => {
    const eip = await address();
    await fence();
    expect(await allowed()).toEqual(['terminate', 'attach_elastic_ip']);
    expect(await expectStatus(200, attach(eip))).toMatchObject({ status: 'attached', instance_id: instance.id });
    expect(await allowed()).toEqual(['terminate', 'detach_elastic_ip']);
    expect(await expectStatus(200, detach(eip))).toMatchObject({ status: 'available', instance_id: null });
    expect(await recordOf(instance)).toMatchObject({ elastic_ip: null });
  });

  test('one that was being detached at the fence is available', async () => {
    const eip = await address();
    await expectStatus(200, attach(eip));
    expect((await expectStatus(200, detach(eip))).status).toBe('detaching');
    await fence();
    const shown = await expectStatus(200, mine(showAddress, { params: { id: eip.id } }));
    expect(shown).toMatchObject({ status: 'available', instance_id: null });
  });

  test('one that was attached is detached when the host is removed, and no other attached', async () => {
    const eip = await address();
    await fence();
    await expectStatus(200, attach(eip));
    await removed('host-a');
    expect(await allowed()).toEqual(['terminate', 'detach_elastic_ip']);
    expect(await expectStatus(200, detach(eip))).toMatchObject({ status: 'available', instance_id: null });
    expect(await allowed()).toEqual(['terminate']);
    expect((await attach(eip)).status).toBe(409);
  });
});
