import { randomUUID } from 'node:crypto';
import { handler as createWebhook } from '#functions/auth/webhooks/create.ts';
import { handler as createGroup } from '#functions/compute/asg/create.ts';
import { handler as putRule } from '#functions/compute/autoscaling/put.ts';
import { handler as putBackups } from '#functions/compute/backup-schedules/put.ts';
import { handler as allocate } from '#functions/compute/elastic-ips/allocate.ts';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import { handler as createBalancer } from '#functions/compute/load-balancers/create.ts';
import { handler as createVolume } from '#functions/compute/volumes/create.ts';
import { listHosts, makeCatalog } from '#lib/domain/compute/hosts/catalog.ts';
import type { Handler } from '#lib/edge/route.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { credit, posting } from '#test/support/billing/wallets.ts';
import { postingToLaptop, type World } from './world.ts';

/**
 * What the platform consists of: so many equal blocks. Whatever grows with the platform grows by the block, so
 * machines, accounts and hosts keep their proportions at every size. Beside what is counted here, a block has an auto
 * scaling group, an autoscale rule, a load balancer with two backends, and a webhook for all events of one account.
 */
export const blockOf = {
  hosts: 1,
  accounts: 8,
  machines: 80,
  /** Of the machines, backed up each night. */
  backups: 24,
  /** Members of its one auto scaling group, which are among the machines. */
  group: 2,
  elasticIps: 8,
  volumes: 16,
};
export type Block = typeof blockOf;

/** An account, and its machines. */
export interface Owner {
  readonly user: SignedUp;
  readonly machines: string[];
}

/** Paise in each wallet: more than the simulated hours cost. */
const money = 10_000_000;

/** Calls of one account in a second: less than the rate limit. */
const pace = 20;

/** Adds a block to the platform. `hook` is where its webhook posts. */
export async function plant(world: World, hook: string, block: Block = blockOf): Promise<Owner[]> {
  await world.host();
  await makeCatalog(await listHosts());
  const owners: Owner[] = [];
  for (let at = 0; at < block.accounts; at++) owners.push(await open(world));
  const [first] = owners as [Owner];
  const asks = asker(world);
  await postingToLaptop(() => asks(first, createWebhook, { body: { url: hook } }));
  for (const [at, owner] of owners.entries()) {
    const own = block.machines / block.accounts - (at === 0 ? block.group : 0);
    for (let number = 0; number < own; number++) {
      const body = { name: `web-${number}`, instance_type_id: 's1-nano', image_id: 'debian-12' };
      owner.machines.push((await asks(owner, launch, { body })).id);
    }
    await world.settle();
  }
  await furnish(owners, asks, block);
  await world.settle();
  return owners;
}

async function open(world: World): Promise<Owner> {
  const user = await world.ledger.run('register', () => signedUp());
  await posting(user.account_id, credit('simulated', money));
  await world.settle();
  return { user, machines: [] };
}

type Asks = (owner: Owner, handler: Handler, request: object) => Promise<{ id: string }>;

/** Calls routes as their owners, at a pace that the rate limit allows. */
function asker(world: World): Asks {
  let asked = 0;
  return async ({ user: { bearer } }, handler, request) => {
    asked += 1;
    if (asked % pace === 0) world.clock.advance(1);
    return (await world.call(handler, { bearer, ...request })).body;
  };
}

/** What the accounts have beside machines, spread over them. */
async function furnish(owners: readonly Owner[], asks: Asks, block: Block): Promise<void> {
  const [first, second] = owners as [Owner, Owner];
  const ownerAt = (at: number) => owners[at % owners.length] as Owner;
  const machineAt = (at: number) => ownerAt(at).machines[Math.floor(at / owners.length)] ?? '';
  const template = { instance_type_id: 's1-nano', image_id: 'debian-12' };
  const sizes = { min_size: block.group, max_size: block.group, desired_capacity: block.group };
  await asks(first, createGroup, { body: { name: 'group', ...template, ...sizes } });
  const range = { min_instance_type_id: 's1-nano', max_instance_type_id: 's1-small' };
  const rule = { metric: 'cpu', scale_up_percent: 80, scale_down_percent: 2, ...range };
  await asks(second, putRule, { params: { id: second.machines[0] }, body: rule });
  // Two o'clock, Indian time, is what the console offers first.
  for (let at = 0; at < block.backups; at++)
    await asks(ownerAt(at), putBackups, { params: { id: machineAt(at) }, body: { cron: '0 2 * * *' } });
  for (let at = 0; at < block.elasticIps; at++) await asks(ownerAt(at), allocate, { body: {} });
  for (let at = 0; at < block.volumes; at++) {
    const body = { name: `data-${randomUUID().slice(0, 8)}`, size_gib: 10 };
    await asks(ownerAt(at), createVolume, { body });
  }
  const listeners = [{ protocol: 'http', port: 8080 }];
  const backends = second.machines.slice(0, 2).map((instance_id) => ({ instance_id, port: 80 }));
  await asks(second, createBalancer, { body: { name: 'balancer', listeners, backends } });
}
