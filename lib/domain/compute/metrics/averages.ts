import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { seriesNames, type Usage, type UsagePoint } from '#lib/model/compute/metrics.ts';
import { levels, readPoints } from '#lib/store/compute/metrics.ts';

const [fine] = levels;

/**
 * How busy an instance was over its last `seconds` (10 to 21,600) by the civil clock, in percent; null where less than half
 * of that time was sampled: it was off, has only just started, or its host is silent. One read.
 */
export async function averageOf(
  account: string,
  instance: string,
  metric: 'cpu' | 'ram',
  seconds: number,
): Promise<number | null> {
  const to = Math.floor(civilNow().getTime() / 1000);
  // The last stretch to be stored began up to two steps ago.
  const from = to - Math.min(seconds, fine.kept) - 2 * fine.step;
  const [points = []] = await readPoints(account, instance, [{ level: fine, from, to }]);
  const values = points.map(({ usage }) => usage[`${metric}_percent`]);
  const sampled = values.filter((value) => value !== null).length * fine.step;
  return sampled * 2 < seconds ? null : meanOf(values);
}

/** The mean of these values; null of none, since null is what was not measured. */
function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** The same points by steps of so many seconds, each the mean of those that begin in it. */
export function coarsened(points: readonly UsagePoint[], step: number): UsagePoint[] {
  const groups = Map.groupBy(points, ({ at }) => Math.floor(at / step) * step);
  return [...groups].map(([at, own]) => ({ at, usage: meanUsage(own) })).sort((a, b) => a.at - b.at);
}

function meanUsage(points: readonly UsagePoint[]): Usage {
  const means = seriesNames.map((name) => [name, meanOf(points.map(({ usage }) => usage[name]))]);
  return Object.fromEntries(means);
}
