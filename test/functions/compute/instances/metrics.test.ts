import { describe, expect, test } from 'vitest';
import { handler as metrics } from '#functions/compute/instances/metrics.ts';
import { recordSamples } from '#lib/domain/compute/metrics/record.ts';
import { seriesNames } from '#lib/model/compute/metrics.ts';
import { call, signedUp } from '#lib/testing/functions/call.ts';
import { aligned, civilSeconds, stamp, usage } from '#test/support/billing/usage.ts';
import { putInto } from '#test/support/compute/instances.ts';
import { tableCalls } from '#test/support/table/table-calls.ts';
import { account, advance, fresh, metricsOf, useMeasured, user } from './measured.ts';

let id: string;
useMeasured();

const get = (query: Record<string, string> = {}, instance = id) => metricsOf(instance, query);

describe('what it answers', () => {
  test('an instance that was never sampled has empty series, over the last hour by the minute', async () => {
    id = await fresh();
    const { status, body } = await get();
    expect(status).toBe(200);
    expect(body).toEqual({
      instance_id: id,
      from: stamp(Date.parse(body.to) / 1000 - 3600),
      to: body.to,
      step_seconds: 60,
      series: Object.fromEntries(seriesNames.map((name) => [name, []])),
    });
  });

  test('the mean of each step, and nothing for a step without samples', async () => {
    id = await fresh();
    const minute = aligned(civilSeconds(), 60) - 600;
    await recordSamples(account, id, [
      { at: minute, usage: usage(10, 100) },
      { at: minute + 10, usage: usage(20.5, 301) },
      { at: minute + 180, usage: usage(90, null) },
    ]);
    const { body } = await get();
    expect(body.series.cpu_percent).toEqual([
      [stamp(minute), 15.25],
      [stamp(minute + 180), 90],
    ]);
    expect(body.series.net_rx_bytes_per_second).toEqual([[stamp(minute), 201]]);
    expect(body.series.disk_write_bytes_per_second).toEqual([
      [stamp(minute), 1_000_000],
      [stamp(minute + 180), 1_000_000],
    ]);
    const fine = await get({ from: stamp(minute), to: stamp(minute + 20), step_seconds: '10' });
    expect(fine.body).toMatchObject({ from: stamp(minute), to: stamp(minute + 20), step_seconds: 10 });
    expect(fine.body.series.cpu_percent).toEqual([
      [stamp(minute), 10],
      [stamp(minute + 10), 20.5],
    ]);
  });

  test('a sample written twice is one sample', async () => {
    id = await fresh();
    const at = aligned(civilSeconds(), 60) - 60;
    for (const cpu of [40, 40]) await recordSamples(account, id, [{ at, usage: usage(cpu) }]);
    expect((await get({ step_seconds: '10' })).body.series.cpu_percent).toEqual([[stamp(at), 40]]);
  });

  test('a terminated instance for its hour, and nobody else’s', async () => {
    id = await fresh();
    expect((await get({}, 'i-01kanx7m3v5q8w2c4d6f7g9h1j')).body.error).toBe(
      'instance i-01kanx7m3v5q8w2c4d6f7g9h1j not found',
    );
    const { account_id } = user;
    await putInto({ account_id, id }, { status: 'terminated', ttl: civilSeconds() + 3600 });
    expect((await get()).status).toBe(200);
    await advance(3700);
    expect((await get()).status).toBe(404);
    const stranger = await signedUp();
    expect((await call(metrics, { bearer: stranger.bearer, params: { id } })).status).toBe(404);
  });
});

describe('refusals', () => {
  test.each([
    [{ period: '2h' }, 'period: "2h" is not one of 1h, 6h, 24h, 7d, 30d'],
    [{ from: 'yesterday' }, 'from: "yesterday" is not an RFC 3339 date and time, such as 2026-11-21T04:10:00Z'],
    [{ step_seconds: '5' }, 'step_seconds: "5" must be at least 10'],
    [{ step_seconds: '86401' }, 'step_seconds: "86401" must be at most 86400'],
    [{ step: '60' }, 'unknown query parameter "step"'],
    [{ to: '2026-01-01T00:00:00Z' }, 'from: is required with to (an RFC 3339 date and time)'],
    [{ period: '1h', from: '2026-01-01T00:00:00Z' }, 'period: cannot be given with from (one or the other)'],
    [
      { period: '6h', step_seconds: '10' },
      'step_seconds: 10 makes 2160 points of this time (at most 1440: 20 or more)',
    ],
  ])('%j', async (query, error) => {
    const reply = await get(query as Record<string, string>);
    expect([reply.status, reply.body]).toEqual([400, { error }]);
  });

  test('a stretch that ends before it begins, or is longer than a month', async () => {
    const [early, late] = [stamp(civilSeconds() - 3600), stamp(civilSeconds() - 60)];
    expect((await get({ from: late, to: early })).body.error).toBe(`from: "${late}" is not before to`);
    const future = stamp(civilSeconds() + 100);
    expect((await get({ from: future })).body.error).toMatch(/^from: "\S+" is not before now \(\S+Z\)$/);
    const old = stamp(civilSeconds() - 31 * 86_400);
    expect((await get({ from: old, to: stamp(civilSeconds()) })).body.error).toBe(
      'from: lies 31 days before to (at most 30 days)',
    );
  });
});

test('three calls in two rounds, whatever is asked', async () => {
  id = await fresh();
  for (const query of [{}, { period: '6h', step_seconds: '60' }, { period: '24h' }, { period: '30d' }]) {
    const { calls, rounds } = await tableCalls(async () => {
      expect((await get(query as Record<string, string>)).status).toBe(200);
    });
    expect([calls.length, rounds]).toEqual([3, 2]);
  }
});
