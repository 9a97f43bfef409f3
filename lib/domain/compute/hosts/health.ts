import { noteEvent } from '#lib/domain/compute/instances/settle.ts';
import { forEachConcurrently } from '#lib/domain/platform/operations/for-each.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { lostAfterMs, silentAfterMs, unwatchedAfterMs } from '#lib/model/compute/host-call.ts';
import type { Measured } from '#lib/model/platform/measured.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { type Beat, noteSilence, readCatalog } from '#lib/store/compute/directory.ts';
import { instancesOf } from '#lib/store/compute/host-machines.ts';
import { getHost } from '#lib/store/compute/hosts.ts';
import { changeInstance, getInstance } from '#lib/store/compute/instances.ts';
import { forgetRemoved, type RemovedHost, removedHosts } from '#lib/store/compute/removed-hosts.ts';
import { transact, unlessStale } from '#lib/store/platform/write.ts';
import { claimStanding } from './admit.ts';
import { settleLostBalancers } from './balancers.ts';
import { isAlive, type Listed, listHosts, makeCatalog } from './catalog.ts';
import { loseHost, settleLoss } from './loss.ts';
import { shortClasses } from './room.ts';

/** Hosts that are checked at the same time. */
const abreast = 8;

/**
 * Checks the hosts. Resources on a silent host are marked: running machines have no SSH, and load balancers are in
 * error. A host that stays silent is lost, and everything on it is settled, even if the host is removed meanwhile. Then
 * the catalog is rebuilt. Returns the time at which the next host becomes silent or lost without another heartbeat
 * (`look_at`), the hosts that are silent or lost now, and the memory sizes for which there is almost no room.
 */
export async function checkHosts(): Promise<{ next_at: null; look_at?: string; measured: Measured }> {
  const now = realNow().getTime();
  const { made_at } = await readCatalog();
  // While the control plane itself was down, it received no heartbeats. Silence counts from its return.
  const wasAway = now - made_at > unwatchedAfterMs;
  const hosts = await listHosts();
  const unheard = { silent: [] as string[], lost: [] as string[] };
  await forEachConcurrently(each(hosts), abreast, async ({ offer: { host_id }, beat }) => {
    const last = beat ?? { host_id, seen_at: 0 };
    const fate = isAlive(last, now) ? undefined : await attend(last, { now, wasAway });
    if (fate) unheard[fate].push(host_id);
  });
  await forEachConcurrently(each(await removedHosts()), abreast, finishRemoval);
  await makeCatalog(hosts);
  await claimFormer(hosts);
  const turns = hosts.map(({ beat }) => turnOf(beat)).filter((at) => at > now);
  const heard = hosts.map(({ offer: { host_id }, beat }) => ({ host_id, isAlive: !!beat && isAlive(beat, now) }));
  const measured = {
    HostsSilent: unheard.silent,
    HostsLost: unheard.lost,
    // Not measured on a laptop, where nothing uses it and it would cost a read of each host.
    ...(setting('SVC_METRICS') && { ClassesShort: await shortClasses(heard) }),
  };
  return {
    next_at: null,
    ...(turns.length > 0 && { look_at: new Date(Math.min(...turns)).toISOString() }),
    measured,
  };
}

/** When a host becomes silent, or lost, without another heartbeat; 0 for a host that never sent one. */
function turnOf(beat: Beat | undefined): number {
  if (!beat) return 0;
  return beat.silent_at === undefined ? beat.seen_at + silentAfterMs : beat.silent_at + silence;
}

/** Milliseconds from silence to loss. */
const silence = lostAfterMs - silentAfterMs;

/** The maximum number of older hosts whose addresses one run claims. */
const claimsAtOnce = 100;

/** Until release 0.2 addresses were not claimed. */
async function claimFormer(hosts: readonly Listed[]): Promise<void> {
  const former = hosts.filter(({ offer }) => !offer.is_claimed);
  // Starts at a random one, so that hosts whose addresses cannot be claimed do not keep others from being claimed.
  const first = Math.floor(Math.random() * Math.max(1, former.length - claimsAtOnce + 1));
  for (const { offer } of former.slice(first, first + claimsAtOnce)) await claimStanding(offer);
}

async function* each<T>(list: readonly T[]): AsyncGenerator<T> {
  yield* list;
}

/**
 * Handles a host without a recent heartbeat. Returns what operators should know about it; a fence was their own
 * decision.
 */
async function attend(
  beat: Beat,
  { now, wasAway }: { now: number; wasAway: boolean },
): Promise<'silent' | 'lost' | undefined> {
  const { host_id, silent_at } = beat;
  const host = await getHost(host_id);
  if (host?.lost) {
    if (!host.lost.settled) await settleLoss(host_id);
    return host.state === 'fenced' ? undefined : 'lost';
  }
  await settleSilence(host_id);
  if (silent_at === undefined || wasAway) await noteSilence(beat, now);
  if (wasAway) return undefined;
  if (silent_at === undefined || now - silent_at < silence || host?.epoch === undefined) return 'silent';
  if (!(await unlessStale(loseHost(host)))) return 'silent';
  await settleLoss(host_id);
  return 'lost';
}

/**
 * Settles what operations still held on a host when it was removed. A host that has joined again takes its resources
 * back itself.
 */
async function finishRemoval({ host_id }: RemovedHost): Promise<void> {
  const host = await getHost(host_id);
  if (host?.state !== 'removed' || (await settleLoss(host_id))) await transact([forgetRemoved(host_id)]);
}

async function settleSilence(host: string): Promise<void> {
  for await (const { account_id, instance_id } of instancesOf(host))
    await markUnreachable(account_id, instance_id, host);
  await settleLostBalancers(host);
}

function markUnreachable(account: string, id: string, host: string): Promise<void> {
  return retryOnConflict(async () => {
    const record = await getInstance(account, id);
    if (record?.status !== 'running' || !record.ssh_ready) return;
    const now = civilNow();
    const reason = `host ${host} does not answer`;
    const next = { ...record, ssh_ready: false, status_reason: reason, updated_at: rfc3339(now) };
    await transact([changeInstance(record, next), noteEvent(record, next, 'host', reason, now)]);
  });
}
