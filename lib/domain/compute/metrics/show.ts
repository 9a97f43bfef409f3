import { isGone } from '#lib/domain/compute/instances/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import {
  type Metrics,
  type MetricsQuery,
  maxPoints,
  rollUpEvery,
  type SeriesName,
  seriesNames,
  type UsagePoint,
} from '#lib/model/compute/metrics.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { levels, type PointRange, readWithPoints } from '#lib/store/compute/metrics.ts';
import { coarsened } from './averages.ts';
import { type Range, rangeOf } from './range.ts';

const [fine] = levels;

/**
 * An instance's usage over a time range, in any status. Steps without samples are left out, not shown as zero. Times
 * are by the civil clock. 404 where the instance does not exist; 400 as for `rangeOf`. One read.
 */
export async function getInstanceMetrics(
  context: Context,
  { id, ...query }: MetricsQuery & { id: string },
): Promise<Metrics> {
  const range = rangeOf(query, context.now);
  const { record, points } = await readWithPoints(context.principal.account_id, id, storedRanges(range));
  if (!record || isGone(record, context.now)) throw notFound('instance', id);
  return toMetrics(id, range, points);
}

/** The stored points to read for a range: its level, and samples that are not rolled up yet. */
export function storedRanges(range: Range): PointRange[] {
  const { from, to, level } = range;
  return [{ level, from: Math.floor(from / level.step) * level.step, to }, ...recentOf(range)];
}

/** The metrics of an instance as replies show them, from the points of `storedRanges`. */
export function toMetrics(id: string, { from, to, step, level }: Range, points: UsagePoint[][]): Metrics {
  const shown = coarsened(joined(points, level.step), step).slice(-maxPoints);
  return {
    instance_id: id,
    from: stamp(from),
    to: stamp(to),
    step_seconds: step,
    series: Object.fromEntries(seriesNames.map((name) => [name, seriesOf(shown, name)])) as Metrics['series'],
  };
}

/**
 * Samples that are not rolled up yet are at the fine level: those of the last one or two quarters of an hour, and those
 * of an agent that was interrupted.
 */
function recentOf({ from, to, level }: Range) {
  return level === fine ? [] : [{ level: fine, from: Math.max(from, to - 4 * rollUpEvery), to }];
}

/** The level's points, and samples for the steps that it does not have yet. */
function joined([stored = [], samples = []]: UsagePoint[][], step: number): UsagePoint[] {
  const known = new Set(stored.map(({ at }) => at));
  return [...stored, ...samples.filter(({ at }) => !known.has(Math.floor(at / step) * step))];
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
