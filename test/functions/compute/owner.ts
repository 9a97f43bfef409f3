import { beforeEach } from 'vitest';
import type { Instance } from '#lib/model/compute/instance.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { resetClock } from '#lib/testing/functions/clock.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { type Client, clientOf } from './client.ts';

/** The account of the test that runs, and its calls. */
export let me: SignedUp;
export let mine: Client;
/** Its instance, which is up, where the file asks for one. */
export let instance: Instance;

/** Gives each test of a file a table of its own with an account and a host, and the clock as it is. */
export function useOwner(host: Parameters<typeof standInHost>[0] = {}): void {
  beforeEach(async () => {
    resetClock();
    await testTable();
    me = await signedUp();
    mine = clientOf(me);
    await standInHost(host);
  });
}

/** The same with an instance that is up. */
export function useInstance(host: Parameters<typeof standInHost>[0] = {}, changes: object = {}): void {
  useOwner(host);
  beforeEach(async () => {
    instance = await launched(me, changes);
    await putInto(instance, up);
  });
}
