import { type Consequence, each } from '#lib/model/platform/dry-run.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { storedAssignments } from '#lib/store/compute/balancing.ts';
import { instancesOf } from '#lib/store/compute/host-machines.ts';
import { disksOn } from './loss-disks.ts';

/** The resources on a host, which would be lost with it. */
export async function contentsOf(host: string): Promise<Consequence[]> {
  const found: Consequence[] = [];
  for await (const { instance_id } of instancesOf(host)) found.push(...lost('instance', [instance_id]));
  const balancers = (await storedAssignments(host)).flatMap(({ balancer }) => balancer?.id ?? []);
  found.push(...lost('load_balancer', balancers));
  for await (const { volumes, snapshots, images } of disksOn(host)) {
    found.push(
      ...lost('volume', idsOf(volumes)),
      ...lost('snapshot', idsOf(snapshots)),
      ...lost('image', idsOf(images)),
    );
  }
  return found;
}

const lost = (type: keyof typeof nouns, ids: readonly string[]) => each(type, ids, 'lost');
const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);

/** The nouns of the kinds in a refusal, in order. */
const nouns = {
  instance: 'machine',
  load_balancer: 'load balancer',
  volume: 'volume',
  snapshot: 'snapshot',
  image: 'image',
} as const;

/** 409 for a host that is not empty. */
export function refuseUnlessEmpty(host: string, contents: readonly Consequence[]): void {
  const said = Object.entries(nouns).flatMap(([kind, noun]) => {
    const count = contents.filter(({ type }) => type === kind).length;
    return count > 0 ? [`${count} ${noun}${count > 1 ? 's' : ''}`] : [];
  });
  if (said.length > 0) throw new ApiError('in_use', `host ${host} has ${said.join(', ')}; drain it, or use force`);
}
