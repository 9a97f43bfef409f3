import * as z from 'zod';
import { id, moment, timestamp, wholeNumber } from '#lib/model/platform/common.ts';

/** What is measured of an instance, by the names of the reply's series (contract 2). */
export const seriesNames = [
  'cpu_percent',
  'ram_percent',
  'ram_used_mib',
  'net_rx_bytes_per_second',
  'net_tx_bytes_per_second',
  'disk_read_bytes_per_second',
  'disk_write_bytes_per_second',
] as const;
export type SeriesName = (typeof seriesNames)[number];

/** Usage over one stretch of time; null is what the instance's host cannot measure. */
export type Usage = Record<SeriesName, number | null>;

/** Usage over the stretch that begins at `at`, epoch seconds of the civil clock. */
export interface UsagePoint {
  at: number;
  usage: Usage;
}

/** Points that one reply holds at most. */
export const maxPoints = 1440;

/** Seconds of each `period`. */
export const periods = { '1h': 3600, '6h': 6 * 3600, '24h': 86_400, '7d': 7 * 86_400, '30d': 30 * 86_400 } as const;

/** GET /compute/instances/{id}/metrics: a period up to now, or a stretch of time. */
export const metricsQuery = z.strictObject({
  period: z.enum(Object.keys(periods) as (keyof typeof periods)[]).optional(),
  from: moment.optional(),
  to: moment.optional(),
  step_seconds: wholeNumber(10, 86_400).optional(),
});
export type MetricsQuery = z.infer<typeof metricsQuery>;

const series = z.array(z.tuple([timestamp, z.number()]));

/** Metrics (contract 2): each series is a list of [start of the step, mean over it]; a step without samples is left out. */
export const metrics = z.strictObject({
  instance_id: id('instance'),
  from: timestamp,
  to: timestamp,
  step_seconds: z.int(),
  series: z.strictObject(
    Object.fromEntries(seriesNames.map((name) => [name, series])) as Record<SeriesName, typeof series>,
  ),
});
export type Metrics = z.infer<typeof metrics>;
