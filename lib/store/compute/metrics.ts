import { seriesNames, type Usage, type UsagePoint } from '#lib/model/compute/metrics.ts';
import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/platform/read.ts';
import { update, type Write } from '#lib/store/platform/write.ts';
import type { InstanceRecord } from './instances.ts';
import type { packedPoints } from './metrics.entity.ts';

/**
 * The resolutions in which usage is kept, and for how long, in seconds; finest first. Each step is a multiple of the
 * finer one.
 */
export const levels = [
  { step: 10, kept: 6 * 3600 },
  { step: 60, kept: 86_400 },
  { step: 900, kept: 30 * 86_400 },
] as const;
export type Level = (typeof levels)[number];

/** Points in one item: few enough that adding one is cheap, and enough that one batch read returns a month. */
const slots = 60;

/** Seconds for which points are kept beyond the promised time, so that a late read still finds them. */
const margin = 900;

/** A level's points in [from, to), epoch seconds. */
export interface PointRange {
  level: Level;
  from: number;
  to: number;
}

/** The packed points of one item, by slot. */
type PackedPoints = Stored<typeof packedPoints>;

/** Writes points of one level. Writing a point again replaces it. */
export function putPoints(account: string, instance: string, level: Level, points: readonly UsagePoint[]): Write[] {
  const span = level.step * slots;
  const items = Map.groupBy(points, ({ at }) => Math.floor(at / span) * span);
  return [...items].map(([start, inItem]) => {
    const set = inItem.map(({ at, usage }) => [String(Math.floor((at - start) / level.step)), pack(usage)]);
    const ttl = start + span + level.kept + margin;
    return update(keys.metrics(account, instance, level.step, start), { set: { ...Object.fromEntries(set), ttl } });
  });
}

/**
 * The points of these ranges, each in order of time, in one read. Together they may have at most 100 items of 60
 * points.
 */
export async function readPoints(
  account: string,
  instance: string,
  ranges: readonly PointRange[],
): Promise<UsagePoint[][]> {
  const rangeKeys = ranges.map((range) => itemKeys(account, instance, range));
  return divide(rangeKeys, ranges, await batchGet(rangeKeys.flat().map(({ key }) => key)));
}

/** The points of these ranges and the instance's record, in one read. */
export async function readWithPoints(
  account: string,
  instance: string,
  ranges: readonly PointRange[],
): Promise<{ record: InstanceRecord | undefined; points: UsagePoint[][] }> {
  const rangeKeys = ranges.map((range) => itemKeys(account, instance, range));
  const [record, ...items] = await batchGet([
    keys.listed(account, 'instance', instance),
    ...rangeKeys.flat().map(({ key }) => key),
  ]);
  return { record, points: divide(rangeKeys, ranges, items) };
}

type ItemKey = ReturnType<typeof itemKeys>[number];

function itemKeys(account: string, instance: string, { level: { step }, from, to }: PointRange) {
  const span = step * slots;
  const first = Math.floor(from / span);
  const count = Math.max(0, Math.ceil(to / span) - first);
  return Array.from({ length: count }, (_, index) => {
    const start = (first + index) * span;
    return { start, key: keys.metrics(account, instance, step, start) };
  });
}

/** Assigns the items, which are in key order, to the points of each range. */
function divide(
  rangeKeys: readonly ItemKey[][],
  ranges: readonly PointRange[],
  items: readonly (PackedPoints | undefined)[],
): UsagePoint[][] {
  const rest = [...items];
  return ranges.map(({ level, from, to }, at) => {
    const keysOfRange = rangeKeys[at] ?? [];
    const found = rest.splice(0, keysOfRange.length);
    const points = keysOfRange.flatMap(({ start }, index) => unpackItem(start, level.step, found[index]));
    return points.filter((point) => point.at >= from && point.at < to);
  });
}

function unpackItem(start: number, step: number, item: PackedPoints | undefined): UsagePoint[] {
  if (!item) return [];
  return Array.from({ length: slots }, (_, slot) => slot).flatMap((slot) => {
    const packed = item[`${slot}`];
    return packed ? [{ at: start + slot * step, usage: unpack(packed) }] : [];
  });
}

const bytes = 4;

/** Single-precision numbers in the order of the series; NaN means null. */
function pack(usage: Usage): Uint8Array {
  const packed = Buffer.alloc(seriesNames.length * bytes);
  for (const [at, name] of seriesNames.entries()) packed.writeFloatLE(usage[name] ?? Number.NaN, at * bytes);
  return packed;
}

function unpack(packed: Uint8Array): Usage {
  const view = Buffer.from(packed);
  const values = seriesNames.map((name, at) => {
    // Points of earlier versions have fewer series.
    const value = at * bytes < view.length ? view.readFloatLE(at * bytes) : Number.NaN;
    return [name, Number.isNaN(value) ? null : value];
  });
  return Object.fromEntries(values);
}
