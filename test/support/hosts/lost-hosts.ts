import { fenceHost } from '#lib/domain/compute/hosts/fence.ts';
import { settleLoss } from '#lib/domain/compute/hosts/loss.ts';
import { removeHost } from '#lib/domain/compute/hosts/remove.ts';
import { settleTerminated } from '#lib/domain/compute/instances/endings.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { jobKinds } from '#lib/model/compute/job.ts';
import { getHost, type HostRecord } from '#lib/store/compute/hosts.ts';
import { recordOf } from '#test/support/compute/instances.ts';
import { linkOf } from './host-link.ts';

/* Hosts that are lost and come back, and what operators and workflows do meanwhile. */

export const operator = () => systemContext('acc-operator', civilNow());

/** Fences a host, and settles what was on it, as the next look at the hosts does. */
export async function fenced(id: string): Promise<HostRecord> {
  const host = await fenceHost(operator(), id);
  await settleLoss(id);
  return host;
}

/** Removes a host by force, and settles what was on it, as the next look at the hosts does. */
export async function removed(id: string): Promise<HostRecord> {
  const host = await removeHost(operator(), id, { force: true });
  await settleLoss(id);
  return host;
}

/** The agent of a host starts again, with the addresses that it had. */
export async function comesBack(id: string, address_pool: string | null): Promise<void> {
  const host = await getHost(id);
  if (!host) throw new Error(`no host ${id}`);
  const offer = {
    driver: 'simulated',
    capabilities: ['ssh', 'elastic_ip', 'volumes', 'snapshots', 'load_balancing'],
    images: [],
    public_ip: host.claimed?.find((block) => block.endsWith('/32'))?.replace('/32', '') ?? '',
    address_pool,
    reserved_ports: [],
    reserved_addresses: [],
  };
  const link = await linkOf(id);
  await link.call('startHost', {
    boot_id: crypto.randomUUID(),
    arch: 'x64',
    job_kinds: [...jobKinds],
    capacity: { ram_mib: 131_072, vcpus: 64 },
    offer,
  });
}

/** Ends a termination that a route has begun, as its workflow does once the host has let go of the machine. */
export async function endTermination(instance: Pick<Instance, 'account_id' | 'id'>): Promise<void> {
  const { account_id, id, operation } = await recordOf(instance);
  if (operation?.kind !== 'terminate') throw new Error(`instance ${id} is not being terminated`);
  await settleTerminated({ operation: operation.id, account_id, instance_id: id, options: {} });
}
