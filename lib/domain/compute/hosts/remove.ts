import { type Context, retryOnConflict } from '#lib/domain/platform/context.ts';
import { type Consequence, each } from '#lib/model/platform/dry-run.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { changeBlocks } from '#lib/store/compute/address-blocks.ts';
import { storedAssignments } from '#lib/store/compute/balancing.ts';
import { getOffer, removeOffer } from '#lib/store/compute/directory.ts';
import { changeHostState, type HostRecord, instancesOf } from '#lib/store/compute/hosts.ts';
import { noteRemoved } from '#lib/store/compute/removed-hosts.ts';
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
    if (!force) refuseUnlessEmpty(hostId, await contentsOf(hostId));
    return host;
  };
  const rehearsal = async () => ({ would: `delete host ${hostId}`, cascade: await contentsOf(hostId) });
  await context.claimed({ check: async () => void (await check()), rehearsal });
  const host = await check();
  if (host.epoch !== undefined && !host.lost && force) await loseHost(host, 'fenced');
  if (force) await settleLoss(hostId, 'removed');
  return retryOnConflict(async () => {
    const last = await requireHost(hostId);
    const offer = await getOffer(hostId);
    if (offer) await returnOwnAddresses(offer);
    const release = last.claimed ?? [];
    await transact([
      changeHostState(last, { state: 'removed' }),
      ...(offer ? removeOffer(offer) : []),
      // What operations still hold is settled by the looks at the hosts, as on a lost one.
      ...(last.lost?.settled === false ? [noteRemoved({ address_pool: null, ...offer, host_id: hostId })] : []),
      ...changeBlocks({ has: release, release }),
    ]);
    return { ...last, state: 'removed' };
  });
}

/** What is on a host, and is lost with it. */
async function contentsOf(host: string): Promise<Consequence[]> {
  const found: Consequence[] = [];
  for await (const { instance_id } of instancesOf(host)) found.push(...lost('instance', [instance_id]));
  const balancers = (await storedAssignments(host)).flatMap(({ balancer }) => balancer?.id ?? []);
  found.push(...lost('load_balancer', balancers));
  for await (const { volumes, snapshots } of disksOn(host)) {
    found.push(...lost('volume', idsOf(volumes)), ...lost('snapshot', idsOf(snapshots)));
  }
  return found;
}

const lost = (type: keyof typeof nouns, ids: readonly string[]) => each(type, ids, 'lost');
const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);

/** What the kinds are called in a refusal, in its order. */
const nouns = { instance: 'machine', load_balancer: 'load balancer', volume: 'volume', snapshot: 'snapshot' } as const;

function refuseUnlessEmpty(host: string, contents: readonly Consequence[]): void {
  const said = Object.entries(nouns).flatMap(([kind, noun]) => {
    const count = contents.filter(({ type }) => type === kind).length;
    return count > 0 ? [`${count} ${noun}${count > 1 ? 's' : ''}`] : [];
  });
  if (said.length > 0) throw new ApiError('in_use', `host ${host} has ${said.join(', ')}; drain it, or use force`);
}
