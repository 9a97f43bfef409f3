import { findInstance } from '#lib/domain/compute/instances/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import {
  type Metrics,
  type MetricsQuery,
  maxPoints,
  type SeriesName,
  seriesNames,
  type UsagePoint,
} from '#lib/model/compute/metrics.ts';
import { coarsened } from '#lib/model/compute/usage-means.ts';
import { readPoints } from '#lib/store/compute/metrics.ts';
import { type Range, rangeOf } from './range.ts';

/**
 * An instance's usage over a time range, in any status. Steps without samples are left out, not shown as zero. Times
 * are by the civil clock. 404 where the instance does not exist; 400 as for `rangeOf`. One read beside the instance.
 */
export async function getInstanceMetrics(
  context: Context,
  { id, ...query }: MetricsQuery & { id: string },
): Promise<Metrics> {
  const range = rangeOf(query, context.now);
  await findInstance(context, id);
  return usageIn(context.principal.account_id, id, range);
}

/** The metrics of an instance as replies show them, in one read. */
export async function usageIn(account: string, id: string, { from, to, step, level }: Range): Promise<Metrics> {
  const start = Math.floor(from / level.step) * level.step;
  const points = await readPoints(account, id, { level, from: start, to });
  const shown = coarsened(points, step).slice(-maxPoints);
  return {
    instance_id: id,
    from: stamp(from),
    to: stamp(to),
    step_seconds: step,
    series: Object.fromEntries(seriesNames.map((name) => [name, seriesOf(shown, name)])) as Metrics['series'],
  };
}

function seriesOf(points: readonly UsagePoint[], name: SeriesName): [string, number][] {
  return points.flatMap(({ at, usage }): [string, number][] => {
    const value = usage[name];
    return value === null ? [] : [[stamp(at), rounded(name, value)]];
  });
}

/** Bytes are whole numbers; percentages and MiB have two decimals. */
const rounded = (name: SeriesName, value: number): number =>
  name.endsWith('per_second') ? Math.round(value) : Math.round(value * 100) / 100;

const stamp = (seconds: number): string => rfc3339(new Date(seconds * 1000));
