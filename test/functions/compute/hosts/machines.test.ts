import { beforeEach, expect, test } from 'vitest';
import { handler as rename } from '#functions/compute/instances/update.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { instanceOn } from '#lib/store/compute/host-machines.ts';
import { keys } from '#lib/store/keys.ts';
import { put, remove, transact } from '#lib/store/platform/write.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { launched, recordOf } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

/* A host names a machine by its id alone. Where it was found before is only where to look first. */

let caller: SignedUp;
let instance: Instance;

beforeEach(async () => {
  await testTable();
  caller = await signedUp();
  await standInHost({ id: 'host-a', public_ip: '203.0.113.7' });
  instance = await launched(caller);
});

const found = (host = 'host-a') => instanceOn(host, instance.id);
const claim = async (port: number) => ({
  ...keys.port('host-a', port),
  port,
  account_id: (await recordOf(instance)).account_id,
  instance_id: instance.id,
});

test('a host finds its machine as it is now, and no other host does', async () => {
  expect(await found()).toMatchObject({ id: instance.id, name: instance.name });
  await call(rename, { bearer: caller.bearer, params: { id: instance.id }, body: { name: 'other' } });
  expect(await found()).toMatchObject({ id: instance.id, name: 'other' });
  expect(await found('host-b')).toBeUndefined();
  expect(await instanceOn('host-a', 'i-unknown')).toBeUndefined();
});

test('a machine is found at the port that it has now, and not once it has none', async () => {
  expect(await found()).toMatchObject({ id: instance.id });
  const { ssh_port } = await recordOf(instance);
  const next = await claim(29_000);
  await transact([put({ ...(await claim(ssh_port)), instance_id: 'i-another' }), put(next)]);
  expect(await found()).toMatchObject({ id: instance.id });
  await transact([remove(keys.port('host-a', 29_000))]);
  expect(await found()).toBeUndefined();
});
