import { beforeEach, expect, test } from 'vitest';
import { handler as allocate } from '#functions/compute/elastic-ips/allocate.ts';
import { handler as attach } from '#functions/compute/elastic-ips/attach.ts';
import { handler as detach } from '#functions/compute/elastic-ips/detach.ts';
import { handler as list } from '#functions/compute/elastic-ips/list.ts';
import { handler as release } from '#functions/compute/elastic-ips/release.ts';
import { handler as show } from '#functions/compute/elastic-ips/show.ts';
import { handler as update } from '#functions/compute/elastic-ips/update.ts';
import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { clientOf } from '#test/functions/compute/client.ts';
import { instance, me, mine, useInstance } from '#test/functions/compute/owner.ts';
import { launched, putInto, recordOf } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { addressesOf, obey } from './support.ts';

let ips: ReturnType<typeof addressesOf>;
useInstance();
beforeEach(() => {
  ips = addressesOf(mine);
});

const refusal = (code: string, error: string) => ({ status: 409, headers: { 'x-error-code': code }, body: { error } });

test('an address that an instance has is neither given to another nor released', async () => {
  const made = await ips.make();
  const other = await launched(me);
  await ips.attach(made, instance);
  const giveAway = () => ips.attach(made, other);
  const letGo = () => mine(release, { params: { id: made.id } });
  const attaching = refusal('in_use', `elastic ip ${made.id} is attaching to ${instance.id}; detach it first`);
  expect(await giveAway()).toMatchObject(attaching);
  expect(await letGo()).toMatchObject(attaching);
  await obey(instance);
  const attached = refusal('in_use', `elastic ip ${made.id} is attached to ${instance.id}; detach it first`);
  expect(await giveAway()).toMatchObject(attached);
  expect(await ips.attach(made, instance)).toMatchObject(attached);
  expect(await letGo()).toMatchObject(attached);
  await ips.detach(made);
  const leaving = (action: string) => ({
    status: 409,
    headers: { 'x-error-code': 'wrong_state', 'retry-after': '1' },
    body: { error: `elastic ip ${made.id} is detaching from ${instance.id}; ${action} requires status available` },
  });
  expect(await giveAway()).toMatchObject(leaving('attach'));
  expect(await letGo()).toMatchObject(leaving('release'));
  await obey(instance);
  expect((await giveAway()).status).toBe(200);
});

test('an instance has one address at most', async () => {
  const [first, second] = [await ips.make(), await ips.make()];
  await ips.attach(first, instance);
  const has = `instance ${instance.id} already has elastic ip ${first.id} (${first.address}); detach it first`;
  expect(await ips.attach(second, instance)).toMatchObject(refusal('in_use', has));
  await ips.detach(first);
  expect((await ips.attach(second, instance)).body).toMatchObject({ status: 'attaching' });
  await obey(instance);
  expect([(await ips.show(first)).status, (await ips.show(second)).status]).toEqual(['available', 'attached']);
});

test('what is not attached is not detached', async () => {
  const made = await ips.make();
  const nowhere = `elastic ip ${made.id} is available; it is not attached to any instance`;
  expect(await ips.detach(made)).toMatchObject(refusal('wrong_state', nowhere));
  await ips.attach(made, instance);
  await ips.detach(made);
  const again = `elastic ip ${made.id} is already detaching from ${instance.id}`;
  expect(await ips.detach(made)).toMatchObject(refusal('wrong_state', again));
});

test('a terminating instance neither takes nor gives an address', async () => {
  const [has, wants] = [await ips.make(), await ips.make()];
  await ips.attach(has, instance);
  await putInto(instance, { status: 'terminating' });
  const is = `instance ${instance.id} is terminating`;
  expect(await ips.detach(has)).toMatchObject(
    refusal('wrong_state', `${is}; detach elastic ip requires status any other`),
  );
  expect(await ips.attach(wants, instance)).toMatchObject(
    refusal('wrong_state', `${is}; attach elastic ip requires status any other`),
  );
});

test('403 over the quota, 409 where the pool is empty, and a dry run changes nothing', async () => {
  const dry = () => mine(allocate, { query: { dry_run: 'true' } });
  expect((await dry()).body).toEqual({
    dry_run: true,
    would: 'allocate an elastic IP',
    price_delta_paise_per_hour: 20,
    price_delta_paise_per_month: 14900,
    cascade: [],
  });
  expect((await mine(list)).body.elastic_ips).toEqual([]);
  const made = await Promise.all(Array.from({ length: 6 }, () => mine(allocate)));
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 201, 403]);
  const over = { status: 403, body: { error: '5 of 5 elastic_ips used (see GET /compute/quotas)' } };
  expect(await mine(allocate)).toMatchObject(over);
  expect(await dry()).toMatchObject(over);

  await testTable();
  const theirs = clientOf(await signedUp());
  await standInHost({ address_pool: null });
  const empty = refusal('capacity_exhausted', 'no addresses left in the pool');
  expect(await theirs(allocate)).toMatchObject({ ...empty, headers: { 'retry-after': '60' } });
});

test('402 where the wallet cannot pay its first hour', async () => {
  process.env.SVC_SIGNUP_CREDIT_PAISE = '19';
  const poor = await signedUp();
  delete process.env.SVC_SIGNUP_CREDIT_PAISE;
  expect(await clientOf(poor)(allocate)).toMatchObject({
    status: 402,
    headers: { 'x-error-code': 'insufficient_balance' },
    body: { error: 'wallet balance ₹0.19 is below the ₹0.20 needed for one hour of an elastic IP; top up' },
  });
});

test('a host forwards only addresses of its own pool', async () => {
  const made = await ips.make();
  const far = await standInHost({ address_pool: '127.12.0.0/24', ram_mib: 262_144 });
  const foreign = await launched(me, { vpc_id: (await mine(createVpc, { body: { name: 'far' } })).body.id });
  expect((await recordOf(foreign)).host_id).toBe(far.id);
  const error = `elastic ip ${made.id} is from pool 127.11.184.0/24, which the host of instance ${foreign.id} does not have (it has 127.12.0.0/24)`;
  expect(await ips.attach(made, foreign)).toMatchObject(refusal('wrong_state', error));
});

test('a host that forwards no addresses is given none', async () => {
  await testTable();
  const other = await signedUp();
  await standInHost({ driver: 'process', capabilities: ['ssh'] });
  expect(await clientOf(other)(allocate)).toMatchObject(
    refusal('wrong_state', 'no host has the capability elastic_ip (compute driver: process)'),
  );
});

test('what is absent, or another account’s, is not there', async () => {
  const made = await ips.make();
  const nobody = newId('instance', new Date());
  expect(await ips.attach(made, { id: nobody })).toMatchObject({
    status: 404,
    body: { error: `instance ${nobody} not found` },
  });
  const stranger = clientOf(await signedUp());
  for (const handler of [show, update, attach, detach, release]) {
    const body = handler === attach ? { instance_id: instance.id } : undefined;
    expect(await stranger(handler, { params: { id: made.id }, body })).toMatchObject({
      status: 404,
      body: { error: `elastic ip ${made.id} not found` },
    });
  }
  expect(await mine(list, { query: { status: 'attched' } })).toMatchObject({
    status: 400,
    body: { error: 'status: "attched" is not one of available, attaching, attached, detaching, error' },
  });
});
