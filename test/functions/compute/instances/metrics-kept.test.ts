import { describe, expect, test } from 'vitest';
import { averageOf } from '#lib/domain/compute/metrics/averages.ts';
import { recordSamples, rollUp } from '#lib/domain/compute/metrics/record.ts';
import { aligned, civilSeconds, every10, stamp } from '#test/support/billing/usage.ts';
import { account, advance, fresh, metricsOf, useMeasured } from './measured.ts';

let id: string;
useMeasured();

const average = (metric: 'cpu' | 'ram', seconds: number) =>
  averageOf({ account_id: account, id, host_id: 'host-none' }, metric, seconds);
const get = (query: Record<string, string> = {}, instance = id) => metricsOf(instance, query);

describe('steps and what is kept', () => {
  test('ten seconds for six hours, a minute for a day, a quarter of an hour for a month', async () => {
    id = await fresh();
    const start = aligned(civilSeconds(), 900) - 1800;
    await recordSamples(
      account,
      id,
      every10(start, start + 1800, (at) => (at < start + 900 ? 20 : 60)),
    );
    await rollUp(account, id, start, start + 1800);
    const stretch = { from: stamp(start), to: stamp(start + 1800), step_seconds: '10' };
    const counts = async () => {
      const { body } = await get(stretch);
      return [body.step_seconds, body.series.cpu_percent.length];
    };
    expect(await counts()).toEqual([10, 180]);
    await advance(7 * 3600);
    expect(await counts()).toEqual([60, 30]);
    await advance(86_400);
    expect(await counts()).toEqual([900, 2]);
    expect((await get(stretch)).body.series.cpu_percent).toEqual([
      [stamp(start), 20],
      [stamp(start + 900), 60],
    ]);
    expect((await get({ period: '7d' })).body.series.cpu_percent).toHaveLength(2);
    expect((await get({ period: '30d' })).body).toMatchObject({ step_seconds: 3600 });
  });

  test('what is not rolled up yet is not missing from coarser steps, nor counted twice', async () => {
    id = await fresh();
    const start = aligned(civilSeconds(), 900) - 1800;
    await recordSamples(
      account,
      id,
      every10(start, start + 1200, () => 50),
    );
    await rollUp(account, id, start, start + 900);
    const { body } = await get({ period: '24h' });
    expect(body.series.cpu_percent).toHaveLength(20);
    expect(new Set(body.series.cpu_percent.map(([, value]: [string, number]) => value))).toEqual(new Set([50]));
  });

  test('a step becomes a multiple of what is stored', async () => {
    id = await fresh();
    expect((await get({ step_seconds: '15' })).body.step_seconds).toBe(20);
    expect((await get({ period: '24h', step_seconds: '100' })).body.step_seconds).toBe(120);
    expect((await get({ period: '24h', step_seconds: '10' })).body.step_seconds).toBe(60);
    expect((await get({ period: '24h' })).body.step_seconds).toBe(60);
    expect((await get({ period: '7d' })).body.step_seconds).toBe(900);
  });

  test('never more than 1,440 points', async () => {
    id = await fresh();
    const start = aligned(civilSeconds(), 10) - 14_410;
    await recordSamples(
      account,
      id,
      every10(start, start + 14_410, () => 1),
    );
    const { body } = await get({ from: stamp(start + 5), to: stamp(start + 14_405), step_seconds: '10' });
    expect(body.series.cpu_percent).toHaveLength(1440);
  });
});

describe('the average that autoscaling goes by', () => {
  test('of the last seconds; none where less than half of them was sampled', async () => {
    id = await fresh();
    const end = aligned(civilSeconds(), 10);
    expect(await average('cpu', 60)).toBeNull();
    await recordSamples(
      account,
      id,
      every10(end - 20, end, () => 80),
    );
    expect(await average('cpu', 60)).toBeNull();
    await recordSamples(
      account,
      id,
      every10(end - 60, end - 20, () => 20),
    );
    expect(await average('cpu', 60)).toBeCloseTo(40);
    expect(await average('ram', 60)).toBe(12.5);
    expect(await average('cpu', 300)).toBeNull();
  });

  test('a jump of the clock leaves what was sampled before it behind', async () => {
    id = await fresh();
    const end = aligned(civilSeconds(), 10);
    await recordSamples(
      account,
      id,
      every10(end - 300, end, () => 80),
    );
    expect(await average('cpu', 300)).toBeCloseTo(80);
    await advance(3600);
    expect(await average('cpu', 300)).toBeNull();
    expect((await get({ period: '6h', step_seconds: '60' })).body.series.cpu_percent.length).toBeGreaterThanOrEqual(5);
  });
});
