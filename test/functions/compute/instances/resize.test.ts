import { beforeEach, describe, expect, test } from 'vitest';
import { handler as events } from '#functions/compute/instances/events.ts';
import { handler as resize } from '#functions/compute/instances/resize.ts';
import { handler as show } from '#functions/compute/instances/show.ts';
import { handler as start } from '#functions/compute/instances/start.ts';
import { describeMachine } from '#lib/domain/compute/jobs/describe.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { statuses } from '#lib/model/compute/instance-states.ts';
import { getHost } from '#lib/store/compute/hosts.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { keys } from '#lib/store/keys.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { refusal } from '#test/support/accounts/iam.ts';
import { launched, putInto, recordOf, up } from '#test/support/compute/instances.ts';
import { type StandInHost, standInHost } from '#test/support/hosts/hosts.ts';
import { partition, state } from '#test/support/table/state.ts';

let caller: SignedUp;
let host: StandInHost;
let instance: Instance;

beforeEach(async () => {
  await testTable();
  caller = await signedUp();
  host = await standInHost({ ram_mib: 16_384, vcpus: 8 });
  instance = await launched(caller, { instance_type_id: 's1-small' });
  await putInto(instance, { ...up, status: 'stopped', ssh_ready: false });
});

const ask = (instance_type_id: string, query = {}, headers = {}, more = {}) =>
  call(resize, {
    bearer: caller.bearer,
    params: { id: instance.id },
    body: { instance_type_id, ...more },
    query,
    headers,
  });
const keeping = (instance_type_id: string) => ask(instance_type_id, {}, {}, { keep_disk: true });
const room = async () => {
  const { free_ram_mib, free_vcpus } = (await getHost(host.id)) ?? {};
  return [free_ram_mib, free_vcpus];
};
const vcpus = async () =>
  (await partition(keys.quota(caller.account_id, '').pk)).find(({ sk }) => sk === 'vcpus')?.used;
const leave = (paise: number) =>
  transact([update(keys.wallet(caller.account_id), { set: { balance_paise: paise, available_paise: paise } })]);

test('a stopped instance gets another type: plan, price, room on its host and quota move in one step', async () => {
  expect([await room(), await vcpus()]).toEqual([[14_336, 7], 1]);
  const reply = await ask('s1-medium');
  expect(reply).toMatchObject({
    status: 200,
    headers: { etag: '"v3"' },
    body: {
      status: 'stopped',
      instance_type_id: 's1-medium',
      plan: { name: 's1-medium', cpu: 2, ram: 4096, disk: 60, price_monthly: 1699 },
    },
  });
  expect([await room(), await vcpus()]).toEqual([[12_288, 6], 2]);
  expect((await recordOf(instance)).price_hourly_paise).toBe(233);
  expect(await describeMachine(caller.account_id, instance.id)).toMatchObject({ cpu: 2, ram_mib: 4096, disk_gib: 60 });
  const { body } = await call(events, { bearer: caller.bearer, params: { id: instance.id } });
  expect(body.events[0]).toMatchObject({
    type: 'resize',
    from: 'stopped',
    to: 'stopped',
    actor: caller.email,
    request_id: reply.headers['x-request-id'],
    message: 'resized from s1-small to s1-medium',
  });
  const started = await call(start, { bearer: caller.bearer, params: { id: instance.id }, query: { dry_run: 'true' } });
  expect(started.body.price_delta_paise_per_hour).toBe(184);
});

test('a record of before, with its plan in one attribute, is shown, described and resized as any other', async () => {
  const plan = { name: 's1-small', cpu: 1, ram: 2048, disk: 40, price_monthly: 799 };
  const gone = { cpu: undefined, ram: undefined, disk: undefined, price_monthly: undefined };
  const old = await putInto(instance, { plan, ...gone } as unknown as Partial<InstanceRecord>);
  expect(old).not.toHaveProperty('ram');
  const shown = await call(show, { bearer: caller.bearer, params: { id: instance.id } });
  expect(shown.body.plan).toEqual(plan);
  expect(await describeMachine(caller.account_id, instance.id)).toMatchObject({ ram_mib: 2048, disk_gib: 40 });
  const kept = await keeping('s1-medium');
  expect(kept.body.plan).toEqual({ name: 's1-medium', cpu: 2, ram: 4096, disk: 40, price_monthly: 1699 });
  expect(await recordOf(instance)).not.toHaveProperty('plan');
  expect([await room(), await vcpus()]).toEqual([[12_288, 6], 2]);
});

test('a type of another family with fewer vCPUs gives room and quota back', async () => {
  await ask('c1-large');
  expect([await room(), await vcpus()]).toEqual([[12_288, 4], 4]);
  await ask('m1-large');
  expect([await room(), await vcpus()]).toEqual([[0, 6], 2]);
});

test('with keep_disk only CPU and RAM change, up and down and back', async () => {
  const sizes = [];
  for (const type of ['s1-medium', 's1-nano', 's1-small']) {
    const { status, body } = await keeping(type);
    sizes.push([status, body.instance_type_id, body.plan.ram, body.plan.disk, body.plan.price_monthly]);
  }
  expect(sizes).toEqual([
    [200, 's1-medium', 4096, 30, 1699],
    [200, 's1-nano', 512, 30, 299],
    [200, 's1-small', 2048, 30, 899],
  ]);
  expect([await room(), await vcpus()]).toEqual([[14_336, 7], 1]);
  expect(await describeMachine(caller.account_id, instance.id)).toMatchObject({ ram_mib: 2048, disk_gib: 30 });
  const { body } = await call(events, { bearer: caller.bearer, params: { id: instance.id } });
  expect(body.events[0].message).toBe('resized from s1-nano to s1-small, with its disk of 30 GiB');
});

test('a disk that was kept small grows to what its type has by a resize to that type', async () => {
  await keeping('s1-medium');
  const already = [409, 'wrong_state', `instance ${instance.id} is already of type s1-medium`];
  expect(refusal(await keeping('s1-medium'))).toEqual(already);
  expect((await ask('s1-medium')).body.plan.disk).toBe(60);
  expect(refusal(await ask('s1-medium'))).toEqual(already);
});

test('a dry run says what it would cost, and does nothing', async () => {
  const before = await state();
  expect((await ask('s1-medium', { dry_run: 'true' })).body).toEqual({
    dry_run: true,
    would: `resize ${instance.id} from s1-small to s1-medium`,
    price_delta_paise_per_hour: 110,
    price_delta_paise_per_month: 80000,
    cascade: [],
  });
  expect(await state()).toEqual(before);
});

describe.each([{}, { dry_run: 'true' }])('refused and without effect (%j)', (query) => {
  const refused = async (type: string) => {
    const before = await state();
    const reply = await ask(type, query);
    expect(await state()).toEqual(before);
    return refusal(reply);
  };

  test('400 for a type that is none', async () => {
    const error = 'instance_type_id: unknown instance type "s9-huge" (see GET /compute/instance-types)';
    expect(await refused('s9-huge')).toEqual([400, 'validation_failed', error]);
  });

  test('400 where the disk would shrink', async () => {
    const has = `s1-micro has 20 GiB of disk and instance ${instance.id} has 30`;
    const error = `instance_type_id: ${has}; a disk never shrinks (keep_disk=true allows it)`;
    expect(await refused('s1-micro')).toEqual([400, 'validation_failed', error]);
  });

  test('409 for the type that it has', async () => {
    const error = `instance ${instance.id} is already of type s1-small`;
    expect(await refused('s1-small')).toEqual([409, 'wrong_state', error]);
  });

  test('409 where its host has no room, naming what would fit there', async () => {
    await putInto(await launched(caller, { instance_type_id: 's1-medium' }), up);
    const error =
      'no capacity for s1-xlarge right now; available: s1-nano, s1-micro, s1-small, s1-medium, s1-large, c1-large';
    expect(await refused('s1-xlarge')).toEqual([409, 'capacity_exhausted', error]);
  });

  test('403 where the vCPUs of the account do not reach', async () => {
    await transact([update(keys.quota(caller.account_id, 'vcpus'), { set: { used: 39 } })]);
    const error = '39 of 40 vcpus used; 3 more wanted (see GET /compute/quotas)';
    expect(await refused('s1-large')).toEqual([403, 'quota_exceeded', error]);
  });

  test('402 where the wallet cannot pay one hour of it', async () => {
    await leave(232);
    const error = 'wallet balance ₹2.32 is below the ₹2.33 needed for one hour of s1-medium; top up';
    expect(await refused('s1-medium')).toEqual([402, 'insufficient_balance', error]);
  });

  test('409 without a disk: a failed launch is only to be terminated', async () => {
    await putInto(instance, { has_disk: false });
    const error = `instance ${instance.id} is in status stopped and has no disk to keep; terminate it`;
    expect(await refused('s1-medium')).toEqual([409, 'wrong_state', error]);
  });

  test('409 while something else is done to it', async () => {
    await putInto(instance, {
      operation: { id: 'op-1', kind: 'create_snapshot', subject: 'snap-1' },
      task: 'snapshotting',
    });
    const error = `instance ${instance.id} has a snapshot in progress (snap-1); resize must wait`;
    expect(await refused('s1-medium')).toEqual([409, 'operation_in_progress', error]);
  });
});

test.each(statuses.filter((status) => status !== 'stopped'))('409 in status %s', async (status) => {
  await putInto(instance, { status, ttl: Math.floor(Date.now() / 1000) + 3600 });
  const reply = await ask('s1-medium');
  const is = status === 'error' ? 'in status error' : status;
  expect(refusal(reply)).toEqual([
    409,
    'wrong_state',
    `instance ${instance.id} is ${is}; resize requires status stopped`,
  ]);
});

test('412 where If-Match names another version', async () => {
  expect((await ask('s1-medium', {}, { 'if-match': '"v1"' })).status).toBe(412);
});

test('of a resize and a start at once, whichever comes second is judged by what the first has made', async () => {
  for (let round = 0; round < 4; round++) {
    const [before = 0] = await room();
    instance = await launched(caller);
    await putInto(instance, { ...up, status: 'stopped' });
    const [resized, started] = await Promise.all([
      ask('s1-micro'),
      call(start, { bearer: caller.bearer, params: { id: instance.id } }),
    ]);
    expect(started.status).toBe(200);
    const { instance_type_id, ram } = await recordOf(instance);
    if (resized.status === 200) expect(instance_type_id).toBe('s1-micro');
    else expect(resized.body.error).toBe(`instance ${instance.id} is starting; resize requires status stopped`);
    expect((await room())[0]).toBe(before - ram);
  }
});
