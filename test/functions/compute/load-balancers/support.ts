import { beforeAll, beforeEach } from 'vitest';
import { handler as add } from '#functions/compute/load-balancers/add-backend.ts';
import { handler as create } from '#functions/compute/load-balancers/create.ts';
import { handler as list } from '#functions/compute/load-balancers/list-backends.ts';
import { handler as drop } from '#functions/compute/load-balancers/remove-backend.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { createInstance } from '#lib/store/compute/instances.ts';
import { getLoadBalancer } from '#lib/store/compute/load-balancers.ts';
import { transact } from '#lib/store/platform/write.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { launched, putInto, recordOf, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

export const listeners = [{ protocol: 'http', port: 8080 }];

/** The account of the test that runs, its calls, a machine of its own that is up, and the id of a load balancer. */
export let me: SignedUp;
export let mine: Client;
export let machine: Instance;
export let id: string;

/** Gives each test of a file an account with a machine and a load balancer, on a host of the file's. */
export function useBalancer(): void {
  beforeAll(async () => {
    await signedUp();
    await standInHost({ id: 'host-1', capabilities: ['ssh', 'load_balancing'] });
  });
  beforeEach(async () => {
    me = await signedUp();
    mine = clientOf(me);
    machine = await launched(me);
    await putInto(machine, up);
    id = (await mine(create, { body: { name: 'front', listeners } })).body.id;
  });
}

export const adding = (body: object) => mine(add, { params: { id }, body });
export const dropping = (instance_id: string) => mine(drop, { params: { id, instance_id } });
export const backends = async () => (await mine(list, { params: { id } })).body.backends;
export const balancer = async () => (await getLoadBalancer(me.account_id, id))!;

/** Further records of running machines, without launching them. */
export async function machines(count: number): Promise<string[]> {
  const record = await recordOf(machine);
  const ids = Array.from({ length: count }, () => newId('instance', new Date()));
  await transact(ids.map((one) => createInstance({ ...record, id: one })));
  return ids;
}
