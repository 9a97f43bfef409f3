import { forEachConcurrently } from '#lib/domain/platform/operations/for-each.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import type { Meanwhile } from '#lib/model/compute/instance-states.ts';
import { getBeat, getOffer, noteGone } from '#lib/store/compute/directory.ts';
import { instancesOf } from '#lib/store/compute/host-machines.ts';
import { changeHostState, getHost, type HostRecord } from '#lib/store/compute/hosts.ts';
import { getRemoved } from '#lib/store/compute/removed-hosts.ts';
import { transact, unlessStale } from '#lib/store/platform/write.ts';
import { withoutBell } from './bell.ts';
import { loseOwnAddresses, ownPool, releaseDetaching, returnOwnAddresses } from './loss-addresses.ts';
import { loseBalancers } from './loss-balancers.ts';
import { disksOn, loseDisks } from './loss-disks.ts';
import { loseInstance } from './loss-instances.ts';
import { failOpenJobs } from './loss-jobs.ts';

/*
 * The loss of a host (contract 4.13). First its epoch is raised, so that none of its calls is accepted any more. Then
 * the hosts schedule settles everything on it step by step, until nothing is left.
 */

/** Machines, and accounts with disks, that are settled at the same time. */
const abreast = 8;

/** Counts a host as lost from now on. Stale where it has changed since it was read. */
export async function loseHost(host: HostRecord, state?: 'fenced'): Promise<void> {
  const beat = await getBeat(host.host_id);
  const now = realNow().getTime();
  // Heartbeats are by the real clock, and charges by the civil clock.
  const unheard = Math.max(0, now - (beat?.seen_at ?? now));
  const seen = rfc3339(new Date(civilNow().getTime() - unheard));
  // A host that is already lost may be fenced now, which allows more operations on its machines.
  const lost = { ...(host.lost ?? { at: now, seen }), settled: false };
  const change = changeHostState(host, { epoch: host.epoch + 1, lost, ...(state && { state }) });
  await withoutBell(host.host_id, (bellGoes) => transact([change, bellGoes]));
  // So that the next check of the hosts settles what an operation still holds now.
  await noteGone(host.host_id);
}

/**
 * Settles everything on a lost host. What an operation still holds is left for the next call: its workflow ends because
 * its job has failed. True once nothing is left. `resumed` where operators are about to lift a fence.
 */
export async function settleLoss(hostId: string, fate?: 'resumed'): Promise<boolean> {
  const host = await getHost(hostId);
  if (!host?.lost) return true;
  const { seen } = host.lost;
  const offer = (await getOffer(hostId)) ?? (await getRemoved(hostId));
  const pool = offer ? await ownPool(offer) : null;
  const meanwhile = notWaiting(host, { sharesPool: offer?.address_pool != null && pool === null, fate });
  let left = await failOpenJobs(hostId);
  await forEachConcurrently(instancesOf(hostId), abreast, async ({ account_id, instance_id }) => {
    if (!(await loseInstance(account_id, instance_id, { host: hostId, seen, pool, meanwhile }))) left++;
  });
  await forEachConcurrently(disksOn(hostId), abreast, async (disks) => {
    left += await loseDisks(disks, seen);
  });
  if (offer) await releaseDetaching(offer);
  if (offer) await loseOwnAddresses(offer, seen);
  await loseBalancers(hostId, seen);
  if (left > 0) return false;
  // Settled resources no longer get addresses from a removed host.
  if (offer && host.state === 'removed') await returnOwnAddresses(offer);
  return unlessStale(transact([changeHostState(host, { lost: { ...host.lost, settled: true } })]));
}

/**
 * The operations that need not wait for a lost host: a start elsewhere once nothing can run there, and changes of
 * addresses that other hosts also offer.
 */
function notWaiting(
  { state }: HostRecord,
  { sharesPool, fate }: { sharesPool: boolean; fate: 'resumed' | undefined },
): Meanwhile[] {
  const isRemoved = state === 'removed';
  const isFenced = state === 'fenced' && fate !== 'resumed';
  return [
    ...(isFenced || isRemoved ? ['start' as const] : []),
    // Addresses are attached within a host's pool, and a removed host has none.
    ...(sharesPool && !isRemoved ? ['attach_elastic_ip' as const] : []),
    ...(sharesPool || isRemoved ? ['detach_elastic_ip' as const] : []),
  ];
}
