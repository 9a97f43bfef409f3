import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { meanOf } from '#lib/model/compute/usage-means.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { levels, readPoints } from '#lib/store/compute/metrics.ts';
import { reportedLoads } from './loads.ts';
import { finest } from './pace.ts';

const longest = levels[0].kept;

/**
 * An instance's mean usage over the last `seconds` (60 to 21,600) of the civil clock, in percent. Null if less than
 * half of that time has points: the instance was off or has just started, or its host does not answer. Where points are
 * stored late, those that its host has reported with its heartbeats count, too.
 */
export async function averageOf(
  { account_id, id, host_id }: Pick<InstanceRecord, 'account_id' | 'id' | 'host_id'>,
  metric: 'cpu' | 'ram',
  seconds: number,
): Promise<number | null> {
  const level = finest();
  const to = Math.floor(civilNow().getTime() / 1000);
  // The newest point may have begun up to two steps ago.
  const from = to - Math.min(seconds, longest) - 2 * level.step;
  const [stored, reported] = await Promise.all([
    readPoints(account_id, id, { level, from, to }),
    reportedLoads(host_id, id),
  ]);
  const values = new Map(reported.filter(({ at }) => at >= from && at < to).map((load) => [load.at, load[metric]]));
  for (const { at, usage } of stored) values.set(at, usage[`${metric}_percent`]);
  const inOrder = [...values].sort(([one], [other]) => one - other).map(([, value]) => value);
  const known = inOrder.filter((value) => value !== null).slice(-Math.ceil(seconds / level.step));
  return known.length * level.step * 2 < seconds ? null : meanOf(known);
}
