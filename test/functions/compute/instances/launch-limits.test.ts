import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import { handler as importKey } from '#functions/compute/ssh-keys/import.ts';
import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import { getWallet } from '#lib/store/billing/wallets.ts';
import { keys } from '#lib/store/keys.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { launchBody, launched, recordOf } from '#test/support/compute/instances.ts';
import { silence, standInHost } from '#test/support/hosts/hosts.ts';
import { partition, state } from '#test/support/table/state.ts';

let caller: SignedUp;

beforeEach(async () => {
  await testTable();
  caller = await signedUp();
});

const start = (changes: object, query = {}) =>
  call(launch, { bearer: caller.bearer, body: launchBody(changes), query });

/** A VPC of its own. */
async function another(): Promise<string> {
  const reply = await call(createVpc, { bearer: caller.bearer, body: { name: randomUUID() } });
  expect(reply.status).toBe(201);
  return reply.body.id;
}

/** The launch, and its dry run, are refused so, and leave nothing. */
async function refuses(changes: object, status: number, code: string, error: string): Promise<Record<string, string>> {
  const before = await state();
  for (const query of [{ dry_run: 'true' }, {}]) {
    const reply = await start(changes, query);
    expect([reply.status, reply.headers['x-error-code'], reply.body]).toEqual([status, code, { error }]);
    expect(await state()).toEqual(before);
    if (!('dry_run' in query)) return reply.headers;
  }
  return {};
}

const leave = (paise: number) =>
  transact([update(keys.wallet(caller.account_id), { set: { balance_paise: paise, available_paise: paise } })]);
const useUp = (quota: string, used: number) =>
  transact([update(keys.quota(caller.account_id, quota), { set: { used } })]);

describe('the wallet', () => {
  beforeEach(() => standInHost());

  test('402 with both amounts where one hour is not there', async () => {
    await leave(140);
    const error = 'wallet balance ₹1.40 is below the ₹2.33 needed for one hour of s1-medium; top up';
    await refuses({ instance_type_id: 's1-medium' }, 402, 'insufficient_balance', error);
  });

  test('one hour to the paisa is enough, and is held until the launch settles, at the price of the launch', async () => {
    await leave(233);
    const instance = await launched(caller, { instance_type_id: 's1-medium' });
    expect(await getWallet(caller.account_id)).toMatchObject({ balance_paise: 233, available_paise: 0 });
    const record = await recordOf(instance);
    expect(record).toMatchObject({ price_hourly_paise: 233, hold: { amount_paise: 233 } });
    const hold = await partition(keys.wallet(caller.account_id).pk);
    expect(hold.find(({ sk }) => sk === `HOLD#${record.hold?.operation}`)).toMatchObject({ amount_paise: 233 });
  });

  test('what others hold is not there', async () => {
    await leave(100);
    await launched(caller);
    const error = 'wallet balance ₹0.59 is below the ₹0.68 needed for one hour of s1-micro; top up';
    await refuses({ instance_type_id: 's1-micro' }, 402, 'insufficient_balance', error);
  });
});

describe('quotas', () => {
  beforeEach(() => standInHost());

  test.each([
    ['instances', 20, 's1-nano', '20 of 20 instances used (see GET /compute/quotas)'],
    ['vcpus', 40, 's1-nano', '40 of 40 vcpus used (see GET /compute/quotas)'],
    ['vcpus', 37, 's1-large', '37 of 40 vcpus used; 4 more wanted (see GET /compute/quotas)'],
  ])('403 where %s stand at %i for a %s', async (quota, used, type, error) => {
    await useUp(quota, used);
    await refuses({ instance_type_id: type }, 403, 'quota_exceeded', error);
  });

  test('a quota of nothing refuses the first', async () => {
    process.env.SVC_QUOTA_INSTANCES = '0';
    await refuses({}, 403, 'quota_exceeded', '0 of 0 instances used (see GET /compute/quotas)').finally(() => {
      delete process.env.SVC_QUOTA_INSTANCES;
    });
  });

  test('comes before an empty wallet, and after a host without room', async () => {
    await useUp('instances', 20);
    await leave(0);
    expect((await start({})).status).toBe(403);
    await testTable();
    caller = await signedUp();
    await standInHost({ ram_mib: 256, vcpus: 1 });
    await useUp('instances', 20);
    expect((await start({})).status).toBe(409);
  });
});

describe('room', () => {
  test('409 names the types that fit', async () => {
    await standInHost({ ram_mib: 4096, vcpus: 2 });
    const error = 'no capacity for s1-large right now; available: s1-nano, s1-micro, s1-small, s1-medium';
    const headers = await refuses({ instance_type_id: 's1-large' }, 409, 'capacity_exhausted', error);
    expect(headers['retry-after']).toBe('30');
  });

  test('409 where nothing fits any more, though the last heartbeat still showed room', async () => {
    await standInHost({ ram_mib: 1024, vcpus: 2 });
    await launched(caller);
    await launched(caller);
    await refuses({}, 409, 'capacity_exhausted', 'no capacity for s1-nano right now; no type is available');
  });

  test('room that came free since the last heartbeat counts', async () => {
    const host = await standInHost({ ram_mib: 512, vcpus: 1 });
    await launched(caller);
    await host.beat();
    await transact([update(keys.host(host.id), { add: { free_ram_mib: 512, free_vcpus: 1 } })]);
    expect((await start({})).status).toBe(201);
  });

  test('goes to the host with most of it that can boot the image', async () => {
    await standInHost({ ram_mib: 65_536, vcpus: 8, images: ['ubuntu-24.04'] });
    const small = await standInHost({ ram_mib: 512, vcpus: 8, images: ['debian-12'] });
    const debian = await launched(caller, { image_id: 'debian-12' });
    expect((await recordOf(debian)).host_id).toBe(small.id);
    const error = 'no capacity for s1-nano right now; no type is available';
    await refuses({ image_id: 'debian-12', vpc_id: await another() }, 409, 'capacity_exhausted', error);
  });

  test('a full host yields to another one', async () => {
    const big = await standInHost({ ram_mib: 1024, vcpus: 8 });
    const small = await standInHost({ ram_mib: 512, vcpus: 8 });
    const hosts: string[] = [];
    for (const type of ['s1-micro', 's1-nano']) {
      const made = await launched(caller, { instance_type_id: type, vpc_id: await another() });
      hosts.push((await recordOf(made)).host_id);
    }
    expect(hosts).toEqual([big.id, small.id]);
  });

  test('a VPC stays on one host as long as machines are in it, however many come at once', async () => {
    await standInHost({ ram_mib: 4096, vcpus: 8 });
    await standInHost({ ram_mib: 4096, vcpus: 8 });
    const vpc_id = await another();
    const machines = await Promise.all(Array.from({ length: 4 }, () => launched(caller, { vpc_id })));
    const hosts = await Promise.all(machines.map(async (machine) => (await recordOf(machine)).host_id));
    expect(new Set(hosts).size).toBe(1);
    const error = 'no capacity for s1-medium right now; available: s1-nano, s1-micro, s1-small';
    await refuses({ vpc_id, instance_type_id: 's1-medium' }, 409, 'capacity_exhausted', error);
    expect((await start({ vpc_id: await another(), instance_type_id: 's1-medium' })).status).toBe(201);
  });

  test('a silent host is not given machines: its images are known, but there is no capacity', async () => {
    const host = await standInHost();
    await silence(host.id);
    await refuses({}, 409, 'capacity_exhausted', 'no capacity for s1-nano right now; no type is available');
  });
});

describe('a VPC of sixteen addresses', () => {
  beforeEach(() => standInHost());

  test('takes twelve machines, each at its own address; the thirteenth is refused', async () => {
    const made = await call(createVpc, { bearer: caller.bearer, body: { name: 'small', cidr: '10.99.0.0/28' } });
    const vpc_id = made.body.id;
    const machines = await Promise.all(Array.from({ length: 12 }, () => launched(caller, { vpc_id })));
    const usable = Array.from({ length: 12 }, (_, i) => `10.99.0.${i + 3}`);
    expect(machines.map(({ private_ip }) => private_ip).sort()).toEqual(usable.sort());
    const error = `vpc ${vpc_id} has no free address in 10.99.0.0/28`;
    await refuses({ vpc_id }, 409, 'capacity_exhausted', error);
  });
});

describe("another account's things are not found", () => {
  const ed25519 = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIF2H9dyDHb1wjAjS5ZdZBz0NcCeJdoB5mVyJcCXnqBzX laptop';
  beforeEach(() => standInHost());

  test('SSH key and VPC', async () => {
    const stranger = await signedUp();
    const key = await call(importKey, { bearer: stranger.bearer, body: { name: 'laptop', public_key: ed25519 } });
    const vpc = await call(createVpc, { bearer: stranger.bearer, body: { name: 'theirs' } });
    expect([key.status, vpc.status]).toEqual([201, 201]);
    await refuses({ ssh_key_id: key.body.id }, 404, 'not_found', `ssh key ${key.body.id} not found`);
    await refuses({ vpc_id: vpc.body.id }, 404, 'not_found', `vpc ${vpc.body.id} not found`);
    const own = await call(importKey, { bearer: caller.bearer, body: { name: 'laptop', public_key: ed25519 } });
    const machine = await launched(caller, { ssh_key_id: own.body.id });
    expect(machine.ssh_key_ids).toEqual([own.body.id]);
    expect((await recordOf(machine)).authorized_keys).toEqual([own.body.public_key]);
  });
});
