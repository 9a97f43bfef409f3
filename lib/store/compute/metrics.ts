import { rollUpAtMost, seriesNames, type Usage, type UsagePoint } from '#lib/model/compute/metrics.ts';
import { coarsened } from '#lib/model/compute/usage-means.ts';
import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import { storeAlone } from '#lib/store/platform/alone.ts';
import { queryAll } from '#lib/store/platform/read.ts';
import type { packedPoints } from './metrics.entity.ts';

/**
 * The resolutions in which usage can be read, and for how long, in seconds; finest first. Each step is a multiple of
 * the finer one.
 */
export const levels = [
  { step: 10, kept: 6 * 3600 },
  { step: 60, kept: 86_400 },
  { step: 900, kept: 30 * 86_400 },
] as const;
export type Level = (typeof levels)[number];

const [samples, minutes, quarters] = levels;

/**
 * What is written, and for how long it is kept. Points lie at multiples of the step: a mean over a minute has every
 * sixth place among samples of ten seconds. The previous release reads the same items; it also stored minutes, of which
 * the last are read for a day.
 */
const written = {
  fine: { step: samples.step, kept: minutes.kept },
  quarters,
} as const;

/** Places for points in one item. */
const slots = 60;

/** Seconds for which points are kept beyond the promised time, so that a late read still finds them. */
const margin = 900;

/** Seconds of points that may not be rolled up yet: those since the last roll-up, or of an interrupted agent. */
const recent = rollUpAtMost;

/** A level's points in [from, to), epoch seconds. */
export interface PointRange {
  level: Level;
  from: number;
  to: number;
}

/** The packed points of one item, by slot. */
type PackedPoints = Stored<typeof packedPoints>;

/**
 * Writes points: one plain write for each item of ten minutes (`fine`) or of 15 hours (`quarters`). Writing a point
 * again replaces it.
 */
export async function storePoints(
  account: string,
  instance: string,
  kind: keyof typeof written,
  points: readonly UsagePoint[],
): Promise<void> {
  const { step, kept } = written[kind];
  const items = Map.groupBy(points, ({ at }) => itemStart(step, at));
  const writes = [...items].map(([start, inItem]) => {
    const set = inItem.map(({ at, usage }) => [String(Math.floor((at - start) / step)), pack(usage)]);
    const ttl = start + step * slots + kept + margin;
    return storeAlone(keys.metrics(account, instance, step, start), { set: { ...Object.fromEntries(set), ttl } });
  });
  await Promise.all(writes);
}

const itemStart = (step: number, at: number): number => Math.floor(at / (step * slots)) * step * slots;

/**
 * The points of a range in steps of its level, in order of time, in one read. Steps that are not rolled up are the
 * means of finer points.
 */
export async function readPoints(
  account: string,
  instance: string,
  { level: { step }, from, to }: PointRange,
): Promise<UsagePoint[]> {
  const isCoarse = step >= quarters.step;
  const fineFrom = isCoarse ? Math.max(from, Math.floor((to - recent) / step) * step) : from;
  const keyOf = (kind: number, start: number) => keys.metrics(account, instance, kind, start);
  // Sort keys are in order of their step, so one query reads from the samples on up to the kind that the range needs.
  const { pk, sk: first } = keyOf(samples.step, itemStart(samples.step, fineFrom));
  const items = Map.groupBy(await queryAll({ pk, between: [first, keyOf(step, to).sk] }), stepOf);
  const pointsOf = (kind: number, start: number) =>
    (items.get(kind) ?? []).flatMap((item) => unpackItem(kind, item)).filter(({ at }) => at >= start && at < to);
  const fine = pointsOf(samples.step, fineFrom);
  if (step === samples.step) return fine;
  // By the minute first: some may have samples of ten seconds, and others their mean.
  const byMinute = coarsened(fine, minutes.step);
  if (isCoarse) return joined(pointsOf(quarters.step, from), coarsened(byMinute, step));
  return joined(byMinute, pointsOf(minutes.step, from));
}

const stepOf = ({ sk }: { sk: string }): number => Number(sk.split('#')[0]);

/** The points, and others for the steps that they do not have, in order of time. */
function joined(points: readonly UsagePoint[], others: readonly UsagePoint[]): UsagePoint[] {
  const known = new Set(points.map(({ at }) => at));
  return [...points, ...others.filter(({ at }) => !known.has(at))].sort((a, b) => a.at - b.at);
}

function unpackItem(step: number, item: PackedPoints & { sk: string }): UsagePoint[] {
  const start = Number(item.sk.split('#')[1]);
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
