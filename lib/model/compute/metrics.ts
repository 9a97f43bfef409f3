import * as z from 'zod';
import { id, moment, timestamp, wholeNumber } from '#lib/model/platform/common.ts';
import { pageCursor, pageLimit } from '#lib/model/platform/lists.ts';

/** The metrics of an instance, by the names of the reply's series (contract 2). */
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

/** Mean usage over a time step; null where the host cannot measure it. */
export type Usage = Record<SeriesName, number | null>;

/** Usage over the step that begins at `at`, in epoch seconds of the civil clock. */
export interface UsagePoint {
  at: number;
  usage: Usage;
}

/** The maximum number of points in one reply. */
export const maxPoints = 1440;

/** The length of each `period`, in seconds. */
export const periods = { '1h': 3600, '6h': 6 * 3600, '24h': 86_400, '7d': 7 * 86_400, '30d': 30 * 86_400 } as const;

/** The query of GET /compute/instances/{id}/metrics: a period up to now, or a time range. */
export const metricsQuery = z.strictObject({
  period: z.enum(Object.keys(periods) as (keyof typeof periods)[]).optional(),
  from: moment.optional(),
  to: moment.optional(),
  step_seconds: wholeNumber(10, 86_400).optional(),
});
export type MetricsQuery = z.infer<typeof metricsQuery>;

/** The most instances of one request for metrics. */
const instancesAtMost = 50;

/** The query of GET /compute/metrics: the instances, and what metricsQuery has. */
export const manyMetricsQuery = metricsQuery.extend({
  instance_id: z
    .string()
    .regex(/^[a-z0-9-]{1,64}(,[a-z0-9-]{1,64})*$/, 'must be instance ids, separated by commas')
    .transform((text) => [...new Set(text.split(','))])
    .refine((ids) => ids.length <= instancesAtMost, `names more than ${instancesAtMost} instances`),
  limit: pageLimit(instancesAtMost),
  cursor: pageCursor,
});
export type ManyMetricsQuery = z.infer<typeof manyMetricsQuery>;

const series = z.array(z.tuple([timestamp, z.number()]));

/**
 * Metrics (contract 2): each series is a list of [start of the step, mean over the step]. Steps without samples are
 * absent.
 */
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
