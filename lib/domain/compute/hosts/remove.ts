import { type Context, retryOnConflict } from '#lib/domain/platform/context.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { changeBlocks } from '#lib/store/compute/address-blocks.ts';
import { storedAssignments } from '#lib/store/compute/balancing.ts';
import { getOffer, removeOffer } from '#lib/store/compute/directory.ts';
import { changeHostState, type HostRecord, instancesOf } from '#lib/store/compute/hosts.ts';
import { transact } from '#lib/store/platform/write.ts';
import { requireHost } from './change.ts';
import { loseHost, settleLoss } from './loss.ts';
import { returnOwnAddresses } from './loss-addresses.ts';
import { disksOn } from './loss-disks.ts';

/**
 * Removes a host: it is refused from now on. 404 for a host that is not there, 409 while it has machines, load
 * balancers, volumes or snapshots; `force` has them lost.
 */
export async function removeHost(
  context: Context,
  hostId: string,
  { force = false }: { force?: boolean } = {},
): Promise<HostRecord> {
  const check = async () => {
    const host = await requireHost(hostId);
    if (!force) await requireEmpty(hostId);
    return host;
  };
  await context.claimed({ check: async () => void (await check()) });
  const host = await check();
  if (host.epoch !== undefined && !host.lost && force) await loseHost(host, 'fenced');
  if (force) await settleLoss(hostId);
  return retryOnConflict(async () => {
    const last = await requireHost(hostId);
    const offer = await getOffer(hostId);
    if (offer) await returnOwnAddresses(offer);
    const release = last.claimed ?? [];
    await transact([
      changeHostState(last, { state: 'removed' }),
      ...(offer ? removeOffer(offer) : []),
      ...changeBlocks({ has: release, release }),
    ]);
    return { ...last, state: 'removed' };
  });
}

async function requireEmpty(host: string): Promise<void> {
  const found = { machine: 0, 'load balancer': 0, volume: 0, snapshot: 0 };
  for await (const _ of instancesOf(host)) found.machine++;
  for await (const { volumes, snapshots } of disksOn(host)) {
    found.volume += volumes.length;
    found.snapshot += snapshots.length;
  }
  found['load balancer'] = (await storedAssignments(host)).filter(({ balancer }) => balancer).length;
  const said = Object.entries(found).flatMap(([noun, count]) =>
    count > 0 ? [`${count} ${noun}${count > 1 ? 's' : ''}`] : [],
  );
  if (said.length > 0) throw new ApiError('in_use', `host ${host} has ${said.join(', ')}; drain it, or use force`);
}
