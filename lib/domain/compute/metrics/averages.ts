import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { seriesNames, type Usage, type UsagePoint } from '#lib/model/compute/metrics.ts';
import { levels, readPoints } from '#lib/store/compute/metrics.ts';

const [fine] = levels;

/**
 * An instance's mean usage over the last `seconds` (10 to 21,600) of the civil clock, in percent. Null if less than
 * half of that time has samples: the instance was off or has just started, or its host does not answer. One read.
 */
export async function averageOf(
  account: string,
  instance: string,
  metric: 'cpu' | 'ram',
  seconds: number,
): Promise<number | null> {
  const to = Math.floor(civilNow().getTime() / 1000);
  // The newest stored sample may have begun up to two steps ago.
  const from = to - Math.min(seconds, fine.kept) - 2 * fine.step;
  const [points = []] = await readPoints(account, instance, [{ level: fine, from, to }]);
  const values = points.map(({ usage }) => usage[`${metric}_percent`]);
  const sampled = values.filter((value) => value !== null).length * fine.step;
  return sampled * 2 < seconds ? null : meanOf(values);
}

/** The mean of the measured values; null where none was measured. */
function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** The points as steps of `step` seconds, each the mean of the points that begin in it. */
export function coarsened(points: readonly UsagePoint[], step: number): UsagePoint[] {
  const groups = Map.groupBy(points, ({ at }) => Math.floor(at / step) * step);
  return [...groups].map(([at, inStep]) => ({ at, usage: meanUsage(inStep) })).sort((a, b) => a.at - b.at);
}

function meanUsage(points: readonly UsagePoint[]): Usage {
  const means = seriesNames.map((name) => [name, meanOf(points.map(({ usage }) => usage[name]))]);
  return Object.fromEntries(means);
}
