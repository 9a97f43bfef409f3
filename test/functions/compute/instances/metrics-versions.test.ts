import { beforeEach, describe, expect, test } from 'vitest';
import { recordSamples, rollUp } from '#lib/domain/compute/metrics/record.ts';
import { coarsened } from '#lib/model/compute/usage-means.ts';
import { aligned, civilSeconds, every10, stamp } from '#test/support/billing/usage.ts';
import { readBefore, storeBefore } from '#test/support/compute/metrics-before.ts';
import { account, advance, fresh, metricsOf, useMeasured } from './measured.ts';

/* Charts live on from one release to the next, and back. */

let id: string;
let change: number;
useMeasured({ isLocal: false });
beforeEach(async () => {
  id = await fresh();
  // The release changes in the middle of a quarter of an hour, and of an item of ten minutes.
  change = aligned(civilSeconds(), 900) - 2 * 3600 + 300;
});

const hour = 3600;
/** The usage of a minute, which tells it from those beside it. */
const cpuAt = (at: number) => (Math.floor(at / 60) % 10) * 10;

const storedBefore = (from: number, to: number) =>
  storeBefore({ account, instance: id, from, to }, every10(from, to, cpuAt));

/** Points of minutes and their roll-ups, as the hosts of a deployment report them. */
async function storedSince(from: number, to: number): Promise<void> {
  await recordSamples(account, id, coarsened(every10(from, to, cpuAt), 60));
  const [first, last] = [aligned(from, 900), aligned(to, 900)];
  for (let at = first; at < last; at += 6 * hour) await rollUp(account, id, at, Math.min(last, at + 6 * hour));
}

async function shown(from: number, to: number, step = '60'): Promise<[number, number][]> {
  const { body } = await metricsOf(id, { from: stamp(from), to: stamp(to), step_seconds: step });
  return body.series.cpu_percent.map(([at, value]: [string, number]) => [Date.parse(at) / 1000, value]);
}

const minutes = (from: number, to: number) =>
  Array.from({ length: (to - from) / 60 }, (_, index) => from + index * 60).map((at) => [at, cpuAt(at)]);
const startsOf = (points: [number, unknown][]) => points.map(([at]) => at);
const quarters = (from: number, to: number) =>
  Array.from({ length: (to - from) / 900 }, (_, index) => from + index * 900);

/** The mean of the quarter of an hour, as replies round it. */
const meanOfQuarter = (at: number) =>
  Math.round((100 * minutes(at, at + 900).reduce((sum, [, cpu = 0]) => sum + cpu, 0)) / 15) / 100;

describe('forward', () => {
  test('minutes from before and after the change are all shown, for a day', async () => {
    const end = change + hour;
    await storedBefore(change - 3 * hour, change);
    await storedSince(change, end);
    expect(await shown(change - 3 * hour, end)).toEqual(minutes(change - 3 * hour, end));
    // Those from before are then read from their roll-ups, and the last minutes of all from their samples.
    await advance(8 * hour);
    expect(await shown(change - 3 * hour, end)).toEqual(minutes(change - 3 * hour, end));
  });

  test('quarters of an hour are all shown, and none is counted twice', async () => {
    const [start, end] = [aligned(change, 900) - 9 * hour, aligned(change, 900) + hour];
    await storedBefore(start, change);
    await storedSince(change, end);
    await advance(3 * 86_400);
    const points = await shown(start, end, '900');
    expect(points).toEqual(quarters(start, end).map((at) => [at, meanOfQuarter(at)]));
    expect(startsOf(await shown(start, end, '3600'))).toHaveLength(Math.ceil(end / hour) - Math.floor(start / hour));
  });

  test('ten seconds from before are shown as minutes', async () => {
    await storedBefore(change - hour, change);
    const { body } = await metricsOf(id, { from: stamp(change - hour), to: stamp(change), step_seconds: '10' });
    expect([body.step_seconds, body.series.cpu_percent.length]).toEqual([60, 60]);
  });
});

describe('back', () => {
  test('the previous release shows the minutes of six hours that this one has stored', async () => {
    const end = change + hour;
    await storedBefore(change - 3 * hour, change);
    await storedSince(change, end);
    const of = { account, instance: id, from: change - 3 * hour, to: end };
    expect(await readBefore(of, civilSeconds(), 'cpu_percent')).toEqual(minutes(of.from, end));
  });

  test('and the quarters of a month', async () => {
    const [start, end] = [aligned(change, 900) - 20 * hour, aligned(change, 900)];
    await storedBefore(start, start + 5 * hour);
    await storedSince(start + 5 * hour, end);
    const now = civilSeconds() + 20 * 86_400;
    const points = await readBefore({ account, instance: id, from: start, to: end }, now, 'cpu_percent');
    expect(startsOf(points)).toEqual(quarters(start, end));
  });

  test('what the previous release then stores goes on, and is shown after it, too', async () => {
    const [first, second] = [change - hour, change];
    await storedSince(first - hour, first);
    await storedBefore(first, second);
    await storedSince(second, second + hour);
    expect(await shown(first - hour, second + hour)).toEqual(minutes(first - hour, second + hour));
  });
});
