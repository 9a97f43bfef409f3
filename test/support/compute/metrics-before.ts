import { type SeriesName, seriesNames, type Usage, type UsagePoint } from '#lib/model/compute/metrics.ts';
import { coarsened } from '#lib/model/compute/usage-means.ts';
import { keys } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/platform/read.ts';
import { transact, update } from '#lib/store/platform/write.ts';

/*
 * Metrics as the previous release stores and reads them: samples of ten seconds for six hours, rolled up each quarter
 * of an hour into minutes, which are kept for a day, and quarters.
 */

const levels = [
  { step: 10, kept: 6 * 3600 },
  { step: 60, kept: 86_400 },
  { step: 900, kept: 30 * 86_400 },
] as const;
const slots = 60;

interface Stretch {
  readonly account: string;
  readonly instance: string;
  readonly from: number;
  readonly to: number;
}

/** Stores samples, with their roll-ups of the whole quarters of an hour. */
export async function storeBefore(of: Stretch, samples: readonly UsagePoint[]): Promise<void> {
  const whole = samples.filter(({ at }) => at < Math.floor(of.to / 900) * 900);
  await put(of, 10, samples);
  await put(of, 60, coarsened(whole, 60));
  await put(of, 900, coarsened(whole, 900));
}

async function put({ account, instance }: Stretch, step: number, points: readonly UsagePoint[]): Promise<void> {
  const span = step * slots;
  const { kept = 0 } = levels.find((level) => level.step === step) ?? {};
  for (const [start, inItem] of Map.groupBy(points, ({ at }) => Math.floor(at / span) * span)) {
    const set = Object.fromEntries(inItem.map(({ at, usage }) => [String((at - start) / step), pack(usage)]));
    const ttl = start + span + kept + 900;
    await transact([update(keys.metrics(account, instance, step, start), { set: { ...set, ttl } as object })]);
  }
}

/** What the previous release shows of a series: its own level, and samples of the last hour for what that lacks. */
export async function readBefore(of: Stretch, now: number, series: SeriesName): Promise<[number, number | null][]> {
  const { step } = levels.find(({ kept }) => now - of.from <= kept) ?? levels[2];
  const stored = await pointsOf(of, step);
  const recent = step === 10 ? [] : await pointsOf({ ...of, from: Math.max(of.from, of.to - 3600) }, 10);
  const known = new Set(stored.map(({ at }) => at));
  const fill = recent.filter(({ at }) => !known.has(Math.floor(at / step) * step));
  return coarsened([...stored, ...fill], Math.max(step, 60)).map(({ at, usage }) => [at, usage[series]]);
}

async function pointsOf({ account, instance, from, to }: Stretch, step: number): Promise<UsagePoint[]> {
  const span = step * slots;
  const first = Math.floor(from / span);
  const starts = Array.from({ length: Math.ceil(to / span) - first }, (_, index) => (first + index) * span);
  const items = await batchGet(starts.map((start) => keys.metrics(account, instance, step, start)));
  return starts
    .flatMap((start, index) =>
      Array.from({ length: slots }, (_, slot) => {
        const packed = items[index]?.[`${slot}`];
        return packed ? [{ at: start + slot * step, usage: unpack(packed) }] : [];
      }).flat(),
    )
    .filter(({ at }) => at >= from && at < to);
}

function pack(usage: Usage): Uint8Array<ArrayBuffer> {
  const packed = Buffer.alloc(seriesNames.length * 4);
  for (const [at, name] of seriesNames.entries()) packed.writeFloatLE(usage[name] ?? Number.NaN, at * 4);
  return packed;
}

function unpack(packed: Uint8Array): Usage {
  const values = seriesNames.map((name, at) => [name, Buffer.from(packed).readFloatLE(at * 4)] as const);
  return Object.fromEntries(values.map(([name, value]) => [name, Number.isNaN(value) ? null : value])) as Usage;
}
