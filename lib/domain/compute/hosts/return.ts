import { forEachConcurrently } from '#lib/domain/platform/operations/for-each.ts';
import { getOffer } from '#lib/store/compute/directory.ts';
import { instancesOf } from '#lib/store/compute/host-machines.ts';
import { changeHostState, getHost } from '#lib/store/compute/hosts.ts';
import { transact, unlessStale } from '#lib/store/platform/write.ts';
import { returnOwnAddresses } from './loss-addresses.ts';
import { returnBalancers } from './loss-balancers.ts';
import { disksOn, returnDisks } from './loss-disks.ts';
import { returnInstance } from './loss-instances.ts';

/** Machines that are settled at the same time. */
const abreast = 8;

/**
 * Takes back the resources of a lost host that has started again: machines that were not replaced are stopped, and
 * volumes and snapshots are available or in use (contract 4.13). Replaced machines no longer belong to the host: its
 * agent destroys them before it serves anything.
 */
export async function welcomeBack(hostId: string): Promise<void> {
  const host = await getHost(hostId);
  if (!host?.lost) return;
  const offer = await getOffer(hostId);
  await forEachConcurrently(instancesOf(hostId), abreast, ({ account_id, instance_id }) =>
    returnInstance(account_id, instance_id, hostId),
  );
  await forEachConcurrently(disksOn(hostId), abreast, returnDisks);
  if (offer) await returnOwnAddresses(offer);
  await returnBalancers(hostId);
  await unlessStale(transact([changeHostState(host, { lost: null })]));
}
