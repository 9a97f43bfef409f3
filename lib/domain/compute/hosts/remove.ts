import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { systemImages } from '#lib/model/platform/catalog.ts';
import { changeBlocks } from '#lib/store/compute/address-blocks.ts';
import { getOffer, removeOffer } from '#lib/store/compute/directory.ts';
import { changeHostState, type HostRecord } from '#lib/store/compute/hosts.ts';
import { forgetCopies } from '#lib/store/compute/image-copies.ts';
import { noteRemoved } from '#lib/store/compute/removed-hosts.ts';
import { transact } from '#lib/store/platform/write.ts';
import { withoutBell } from './bell.ts';
import { requireHost } from './change.ts';
import { contentsOf, refuseUnlessEmpty } from './contents.ts';
import { loseHost } from './loss.ts';
import { returnOwnAddresses } from './loss-addresses.ts';

/**
 * Removes a host: its calls are refused from now on. 404 for a host that does not exist, 409 while it has machines,
 * load balancers, volumes or snapshots; with `force` these are lost, and the hosts schedule settles them.
 */
export async function removeHost(
  context: Context,
  hostId: string,
  { force = false }: { force?: boolean } = {},
): Promise<HostRecord> {
  const check = async () => {
    const host = await requireHost(hostId);
    if (!force) refuseUnlessEmpty(hostId, await contentsOf(hostId));
    return host;
  };
  const rehearsal = async () => ({ would: `delete host ${hostId}`, cascade: await contentsOf(hostId) });
  await context.claimed({ check: async () => void (await check()), rehearsal });
  const host = await check();
  if (host.epoch !== undefined && !host.lost && force) await loseHost(host, 'fenced');
  return retryOnConflict(async () => {
    const last = await requireHost(hostId);
    const offer = await getOffer(hostId);
    const release = last.claimed ?? [];
    // What was settled while the host could come back is settled again, since nothing waits for it any more.
    const lost = force && last.lost ? { ...last.lost, settled: false } : last.lost;
    if (offer && lost?.settled !== false) await returnOwnAddresses(offer);
    const writes = [
      changeHostState(last, { state: 'removed', ...(lost && { lost }) }),
      ...(offer ? removeOffer(offer) : []),
      ...forgetCopies(
        hostId,
        systemImages.map(({ id }) => id),
      ),
      ...(lost?.settled === false ? [noteRemoved({ address_pool: null, ...offer, host_id: hostId })] : []),
      ...changeBlocks({ has: release, release }),
    ];
    await withoutBell(hostId, (bellGoes) => transact([...writes, bellGoes]));
    return { ...last, state: 'removed' };
  });
}
