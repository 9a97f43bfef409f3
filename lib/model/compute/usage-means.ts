import { seriesNames, type Usage, type UsagePoint } from './metrics.ts';

/** The mean of the measured values; null where none was measured. */
export function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** The points as steps of `step` seconds, each the mean of the points that begin in it, in order of time. */
export function coarsened(points: readonly UsagePoint[], step: number): UsagePoint[] {
  const groups = Map.groupBy(points, ({ at }) => Math.floor(at / step) * step);
  return [...groups].map(([at, inStep]) => ({ at, usage: meanUsage(inStep) })).sort((a, b) => a.at - b.at);
}

function meanUsage(points: readonly UsagePoint[]): Usage {
  const means = seriesNames.map((name) => [name, meanOf(points.map(({ usage }) => usage[name]))]);
  return Object.fromEntries(means);
}
