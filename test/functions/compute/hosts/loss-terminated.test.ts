import { beforeEach, expect, test } from 'vitest';
import { handler as allocate } from '#functions/compute/elastic-ips/allocate.ts';
import { handler as attach } from '#functions/compute/elastic-ips/attach.ts';
import { handler as detach } from '#functions/compute/elastic-ips/detach.ts';
import { handler as release } from '#functions/compute/elastic-ips/release.ts';
import { handler as showAddress } from '#functions/compute/elastic-ips/show.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { handler as showVolume } from '#functions/compute/volumes/show.ts';
import { resumeHost } from '#lib/domain/compute/hosts/resume.ts';
import { settleFailedLaunch } from '#lib/domain/compute/instances/endings.ts';
import type { ElasticIp } from '#lib/model/compute/elastic-ip.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { createdVolume, putVolumeInto } from '#test/support/compute/disks.ts';
import { launched, putInto, recordOf, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { comesBack, endTermination, fenced, operator, removed } from '#test/support/hosts/lost-hosts.ts';

/* What a machine of a lost host had stays in error when the machine is terminated. */

const pool = '198.51.100.0/24';
const lost = { status: 'error', status_reason: 'host lost', instance_id: null, allowed_actions: ['update'] };
let caller: SignedUp;
let instance: Instance;

beforeEach(async () => {
  await testTable();
  caller = await signedUp();
  await standInHost({ id: 'host-a', public_ip: '203.0.113.7', address_pool: pool });
  instance = await launched(caller);
});

const asked = async (handler: Parameters<typeof call>[0], params: Record<string, string>, body?: object) =>
  call(handler, { bearer: caller.bearer, params, ...(body && { body }) });
const address = async ({ id }: ElasticIp) => (await asked(showAddress, { id })).body;
const volumeOf = async (vol_id: string) => (await asked(showVolume, { vol_id })).body;

/** An address that the instance has, or is to get. */
async function attached(): Promise<ElasticIp> {
  const { body } = await call(allocate, { bearer: caller.bearer });
  expect((await asked(attach, { id: body.id }, { instance_id: instance.id })).status).toBe(200);
  return body;
}

/** A volume that the instance has. */
async function inUse(): Promise<string> {
  const { id } = await createdVolume(caller);
  await putVolumeInto(caller, id, { status: 'in-use', operation: null, instance_id: instance.id, device: '/mnt/data' });
  await putInto(instance, { volume_ids: [id] });
  return id;
}

async function terminated(): Promise<void> {
  expect((await asked(terminate, { id: instance.id })).body.status).toBe('terminating');
  await endTermination(instance);
  expect(await recordOf(instance)).toMatchObject({ status: 'terminated', elastic_ip: null, volume_ids: [] });
}

test('its volume and its address are in error, attached to nothing, until the host is back', async () => {
  await putInto(instance, up);
  const volume = await inUse();
  const eip = await attached();
  await fenced('host-a');
  await terminated();
  expect(await volumeOf(volume)).toMatchObject({ ...lost, device: null, allowed_actions: ['update', 'delete'] });
  expect(await address(eip)).toMatchObject({ ...lost, attached_at: null });
  const refused = await asked(release, { id: eip.id });
  expect([refused.status, refused.body.error]).toEqual([
    409,
    `elastic ip ${eip.id} is in error: the host of its pool ${pool} is lost; release waits until it is back`,
  ]);
  await resumeHost(operator(), 'host-a');
  await comesBack('host-a', pool);
  const free = { status: 'available', status_reason: null, instance_id: null };
  expect(await volumeOf(volume)).toMatchObject({ ...free, allowed_actions: ['update', 'delete', 'attach'] });
  expect(await address(eip)).toMatchObject({ ...free, allowed_actions: ['update', 'attach', 'release'] });
  expect((await asked(release, { id: eip.id })).status).toBe(200);
});

test('its address is available also where another host has got the pool before the host is back', async () => {
  await putInto(instance, up);
  const eip = await attached();
  await fenced('host-a');
  await terminated();
  await standInHost({ id: 'host-b', public_ip: '203.0.113.8', address_pool: pool });
  expect(await address(eip)).toMatchObject(lost);
  await resumeHost(operator(), 'host-a');
  await comesBack('host-a', pool);
  expect(await address(eip)).toMatchObject({ status: 'available', status_reason: null });
});

test('its address is available once the host is removed', async () => {
  await putInto(instance, up);
  const eip = await attached();
  await fenced('host-a');
  await terminated();
  expect(await address(eip)).toMatchObject(lost);
  await removed('host-a');
  expect(await address(eip)).toMatchObject({ status: 'available', status_reason: null, instance_id: null });
});

test('also where the fence comes while it is being terminated', async () => {
  await putInto(instance, up);
  const volume = await inUse();
  const eip = await attached();
  await asked(terminate, { id: instance.id });
  await fenced('host-a');
  await endTermination(instance);
  expect(await volumeOf(volume)).toMatchObject({ ...lost, allowed_actions: ['update', 'delete'] });
  expect(await address(eip)).toMatchObject(lost);
});

test('the address of a launch that a fence ends stays in error', async () => {
  const { account_id, id, operation } = await recordOf(instance);
  const eip = await attached();
  await fenced('host-a');
  const input = { operation: operation?.id ?? '', account_id, instance_id: id, options: {} };
  await settleFailedLaunch(input, 'host lost');
  expect(await recordOf(instance)).toMatchObject({ status: 'error', elastic_ip: null });
  expect(await address(eip)).toMatchObject(lost);
});

test('an address that was being detached at the fence is attached to nothing', async () => {
  await putInto(instance, up);
  const eip = await attached();
  expect((await asked(detach, { id: eip.id })).body.status).toBe('detaching');
  await fenced('host-a');
  expect(await address(eip)).toMatchObject(lost);
});
