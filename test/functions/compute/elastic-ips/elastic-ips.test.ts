import { beforeEach, expect, test } from 'vitest';
import { handler as attach } from '#functions/compute/elastic-ips/attach.ts';
import { handler as list } from '#functions/compute/elastic-ips/list.ts';
import { handler as release } from '#functions/compute/elastic-ips/release.ts';
import { handler as update } from '#functions/compute/elastic-ips/update.ts';
import { handler as showInstance } from '#functions/compute/instances/show.ts';
import { handler as prices } from '#functions/compute/prices/list.ts';
import { handler as quotas } from '#functions/compute/quotas/list.ts';
import { settleConfiguration } from '#lib/domain/compute/jobs/describe.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { launched, putInto, recordOf, up } from '#test/support/compute/instances.ts';
import { type StandInHost, standInHost } from '#test/support/hosts/hosts.ts';
import { openJobs } from '#test/support/hosts/open-jobs.ts';
import { addressesOf, obey } from './support.ts';

let me: SignedUp;
let mine: Client;
let ips: ReturnType<typeof addressesOf>;
let host: StandInHost;
let instance: Instance;
beforeEach(async () => {
  await testTable();
  me = await signedUp();
  mine = clientOf(me);
  ips = addressesOf(mine);
  host = await standInHost();
  instance = await launched(me);
  await putInto(instance, up);
});

const used = async () =>
  (await mine(quotas)).body.quotas.find(({ name }: { name: string }) => name === 'elastic_ips').used;
const shown = async (id = instance.id) => (await mine(showInstance, { params: { id } })).body;

test('an address is allocated, shown, listed, renamed and released', async () => {
  const made = await ips.make({ name: 'front', tags: { env: 'prod' } });
  expect(made).toEqual({
    id: expect.stringMatching(/^eip-[0-9a-z]{26}$/),
    account_id: me.account_id,
    name: 'front',
    address: expect.stringMatching(/^127\.11\.184\.\d+$/),
    pool: '127.11.184.0/24',
    status: 'available',
    status_reason: null,
    instance_id: null,
    attached_at: null,
    price_monthly: 149,
    tags: { env: 'prod' },
    allowed_actions: ['update', 'attach', 'release'],
    created_at: expect.stringMatching(/Z$/),
    updated_at: made.created_at,
  });
  expect(await used()).toBe(1);
  const bare = await ips.make();
  expect(bare).toMatchObject({ name: null, tags: {} });
  expect(await ips.show(made)).toEqual(made);
  expect((await mine(list, { query: { sort: 'name' } })).body).toEqual({ elastic_ips: [bare, made], next_cursor: '' });
  expect((await mine(list, { query: { 'tag.env': 'prod' } })).body.elastic_ips).toEqual([made]);
  const params = { id: made.id };
  const renamed = await mine(update, { params, body: { name: null, tags: {} } });
  expect(renamed).toMatchObject({ status: 200, headers: { etag: '"v2"' }, body: { name: null, tags: {} } });
  expect(await mine(release, { params })).toMatchObject({ status: 200, body: { id: made.id, deleted: true } });
  expect(await ips.show(made)).toEqual({ error: `elastic ip ${made.id} not found` });
  expect(await used()).toBe(1);
  expect((await mine(prices)).body.prices).toContainEqual({
    resource: 'elastic_ip',
    unit: 'address',
    price_monthly: 149,
    price_hourly_paise: 20,
  });
});

test('a running instance gets an address once its host has obeyed, and loses it likewise', async () => {
  const made = await ips.make();
  const given = await ips.attach(made, instance);
  expect(given).toMatchObject({
    status: 200,
    body: { status: 'attaching', instance_id: instance.id, attached_at: null, allowed_actions: ['update', 'detach'] },
  });
  expect(await openJobs(host.id)).toMatchObject([{ kind: 'configure', instance_id: instance.id }]);
  const has = await shown();
  expect(has.elastic_ip).toEqual({ id: made.id, address: made.address });
  expect(has.allowed_actions).toContain('detach_elastic_ip');
  expect(has.allowed_actions).not.toContain('attach_elastic_ip');
  expect(
    (await mine(list, { query: { status: 'attaching', instance_id: instance.id } })).body.elastic_ips,
  ).toHaveLength(1);

  await settleConfiguration(me.account_id, instance.id, []);
  expect((await ips.show(made)).status).toBe('attaching');
  await obey(instance);
  const { attached_at, ...attached } = await ips.show(made);
  expect(attached).toMatchObject({ status: 'attached', instance_id: instance.id });
  expect(attached_at).toMatch(/Z$/);

  expect((await ips.detach(made)).body).toMatchObject({
    status: 'detaching',
    instance_id: instance.id,
    allowed_actions: ['update'],
  });
  expect(await shown()).toMatchObject({ elastic_ip: null });
  await settleConfiguration(me.account_id, instance.id, [made.address]);
  expect((await ips.show(made)).status).toBe('detaching');
  await obey(instance);
  expect(await ips.show(made)).toMatchObject({ status: 'available', instance_id: null, attached_at: null });
  expect((await shown()).allowed_actions).toContain('attach_elastic_ip');
});

test('of a stopped instance there is nothing to wait for', async () => {
  await putInto(instance, { status: 'stopped', ssh_ready: false });
  const made = await ips.make();
  const given = await ips.attach(made, instance);
  expect(given.body).toMatchObject({ status: 'attached', attached_at: expect.stringMatching(/Z$/) });
  expect((await ips.detach(made)).body).toMatchObject({ status: 'available', instance_id: null });
  expect(await shown()).toMatchObject({ status: 'stopped', elastic_ip: null });
  expect(await openJobs(host.id)).toEqual([]);
});

test('an address that is on its way to an instance can be taken back', async () => {
  const made = await ips.make();
  await ips.attach(made, instance);
  expect((await ips.detach(made)).body.status).toBe('detaching');
  await obey(instance);
  expect((await ips.show(made)).status).toBe('available');
});

test('Prefer: wait answers once the host has obeyed', async () => {
  const made = await ips.make();
  const giving = ips.attach(made, instance, { prefer: 'wait=5' });
  await expect.poll(async () => (await ips.show(made)).status).toBe('attaching');
  await obey(instance);
  expect(await giving).toMatchObject({ headers: { 'preference-applied': 'wait=5' }, body: { status: 'attached' } });
  const taking = ips.detach(made, { prefer: 'wait=5' });
  await expect.poll(async () => (await ips.show(made)).status).toBe('detaching');
  await obey(instance);
  expect((await taking).body).toMatchObject({ status: 'available', instance_id: null });
});

test.each(['provisioning', 'running', 'stopping', 'stopped', 'starting', 'rebooting', 'restoring', 'error'] as const)(
  'an instance that is %s takes and gives an address',
  async (status) => {
    await putInto(instance, { status });
    const made = await ips.make();
    expect((await ips.attach(made, instance)).status).toBe(200);
    expect((await ips.detach(made)).status).toBe(200);
    await obey(instance);
    expect(await ips.show(made)).toMatchObject({ status: 'available', instance_id: null });
  },
);

test('a change beside an operation of the instance does not disturb it', async () => {
  const operation = { id: 'op-1', kind: 'reboot' } as const;
  await putInto(instance, { status: 'rebooting', operation });
  const made = await ips.make();
  await ips.attach(made, instance);
  expect(await recordOf(instance)).toMatchObject({ status: 'rebooting', operation, elastic_ip: { id: made.id } });
});

test('If-Match guards every change', async () => {
  const made = await ips.make();
  const params = { id: made.id };
  const stale = { 'if-match': '"v1"' };
  await mine(update, { params, body: { name: 'now' } });
  expect((await mine(update, { params, headers: stale, body: { name: 'lost' } })).status).toBe(412);
  expect((await ips.attach(made, instance, stale)).status).toBe(412);
  expect((await mine(release, { params, headers: stale })).status).toBe(412);
  const now = { 'if-match': '"v2"' };
  const given = await mine(attach, { params, headers: now, body: { instance_id: instance.id } });
  expect(given).toMatchObject({ status: 200, headers: { etag: '"v3"' } });
  expect((await ips.detach(made, now)).status).toBe(412);
});
