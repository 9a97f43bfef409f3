import { isGone } from '#lib/domain/compute/instances/resource.ts';
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
import { notFound } from '#lib/model/platform/errors.ts';
import { levels, readWithPoints } from '#lib/store/compute/metrics.ts';
import { coarsened } from './averages.ts';
import { type Range, rangeOf } from './range.ts';
import { rollUpEvery } from './record.ts';

const [fine] = levels;

/**
 * An instance's usage over a stretch of time, in whatever status it is; what was not sampled is left out, not shown as
 * zero. Points bear the civil clock's time. 404 with the instance; 400 as `rangeOf`. One read.
 */
export async function getInstanceMetrics(
  context: Context,
  { id, ...query }: MetricsQuery & { id: string },
): Promise<Metrics> {
  const range = rangeOf(query, context.now);
  const { from, to, step, level } = range;
  const stretches = [{ level, from: Math.floor(from / level.step) * level.step, to }, ...recentOf(range)];
  const { record, points } = await readWithPoints(context.principal.account_id, id, stretches);
  if (!record || isGone(record, context.now)) throw notFound('instance', id);
  const shown = coarsened(joined(points, level.step), step).slice(-maxPoints);
  return {
    instance_id: id,
    from: stamp(from),
    to: stamp(to),
    step_seconds: step,
    series: Object.fromEntries(seriesNames.map((name) => [name, seriesOf(shown, name)])) as Metrics['series'],
  };
}

/** What is not rolled up yet stands in the fine level: the last quarter or two, and what an interrupted agent left. */
function recentOf({ from, to, level }: Range) {
  return level === fine ? [] : [{ level: fine, from: Math.max(from, to - 4 * rollUpEvery), to }];
}

/** The level's own points, and samples of what it has none of yet. */
function joined([own = [], samples = []]: UsagePoint[][], step: number): UsagePoint[] {
  const known = new Set(own.map(({ at }) => at));
  return [...own, ...samples.filter(({ at }) => !known.has(Math.floor(at / step) * step))];
}

function seriesOf(points: readonly UsagePoint[], name: SeriesName): [string, number][] {
  return points.flatMap(({ at, usage }): [string, number][] => {
    const value = usage[name];
    return value === null ? [] : [[stamp(at), rounded(name, value)]];
  });
}

/** Bytes are whole; percents and MiB have two digits. */
const rounded = (name: SeriesName, value: number): number =>
  name.endsWith('per_second') ? Math.round(value) : Math.round(value * 100) / 100;

const stamp = (seconds: number): string => rfc3339(new Date(seconds * 1000));
