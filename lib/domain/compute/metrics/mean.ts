import { seriesNames, type Usage, type UsagePoint } from '#lib/model/compute/metrics.ts';

/** The mean of these values; null of none, since null is what was not measured. */
export function meanOf(values: readonly (number | null)[]): number | null {
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
