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
  // Stored packed in this order: a new one comes last.
  'disk_used_percent',
] as const;
export type SeriesName = (typeof seriesNames)[number];

/** Mean usage over a time step; null if the host cannot measure it. */
export type Usage = Record<SeriesName, number | null>;

/** Usage over the step that begins at `at`, in epoch seconds of the civil clock. */
export interface UsagePoint {
  at: number;
  usage: Usage;
}

/** The interval in seconds to which points are rolled up. It is a multiple of every finer step. */
export const rollUpStep = 900;

/**
 * Seconds that are rolled up together. The table charges each write for the whole item, so a roll-up of every hour
 * would cost almost three times as much.
 */
export const rollUpSpan = 3 * 3600;

/** The maximum number of seconds that are rolled up at once. */
export const rollUpAtMost = 6 * 3600;

/** The maximum number of points in one reply. */
export const maxPoints = 1440;

/** The length of each `period`, in seconds. */
export const periods = { '1h': 3600, '6h': 6 * 3600, '24h': 86_400, '7d': 7 * 86_400, '30d': 30 * 86_400 } as const;

/** The query of GET /compute/instances/{id}/metrics: a period up to now, or a time range. */
export const metricsQuery = z.strictObject({
  period: z
    .enum(Object.keys(periods) as (keyof typeof periods)[])
    .optional()
    .describe('A period up to now; an hour by default. Not together with `from` and `to`.')
    .meta({ example: '1h' }),
  from: moment
    .optional()
    .describe('The beginning of the time range; with `to`.')
    .meta({ example: '2026-11-21T03:10:00Z' }),
  to: moment.optional().describe('The end of the time range; with `from`.').meta({ example: '2026-11-21T04:10:00Z' }),
  step_seconds: wholeNumber(10, 86_400)
    .optional()
    .describe(
      'The number of seconds between two points; by default chosen by the range. A reply has at most 1,440 points.',
    )
    .meta({ example: 60 }),
});
export type MetricsQuery = z.infer<typeof metricsQuery>;

/** The maximum number of instances in one request for metrics. */
const instancesAtMost = 50;

/** The query of GET /compute/metrics: the instances, and the fields of metricsQuery. */
export const manyMetricsQuery = metricsQuery.extend({
  instance_id: z
    .string()
    .regex(/^[a-z0-9\-]{1,64}(,[a-z0-9\-]{1,64})*$/v, 'must be instance ids, separated by commas')
    .transform((text) => [...new Set(text.split(','))])
    .refine((ids) => ids.length <= instancesAtMost, `names more than ${instancesAtMost} instances`)
    .describe('The instances, comma-separated; at most 50.')
    .meta({ example: 'i-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  limit: pageLimit(instancesAtMost),
  cursor: pageCursor,
});
export type ManyMetricsQuery = z.infer<typeof manyMetricsQuery>;

/** The content of each series, with its unit. */
const held: Record<SeriesName, string> = {
  cpu_percent: 'CPU usage in percent of the vCPUs.',
  ram_percent: 'Memory in use, in percent.',
  ram_used_mib: 'Memory in use, in MiB.',
  net_rx_bytes_per_second: 'Bytes received a second.',
  net_tx_bytes_per_second: 'Bytes sent a second.',
  disk_read_bytes_per_second: 'Bytes read from disks a second.',
  disk_write_bytes_per_second: 'Bytes written to disks a second.',
  disk_used_percent:
    "What is on the disk, in percent of the plan's disk; above 100 where the host does not limit disks.",
};

/** Two points, as an example for every series. */
const points = [
  ['2026-11-21T03:10:00Z', 12.5],
  ['2026-11-21T03:11:00Z', 14.25],
];
const series = z.array(z.tuple([timestamp, z.number()])).meta({ example: points });

/**
 * Metrics (contract 2): each series is a list of [start of the step, mean over the step]. Steps without samples are
 * absent.
 */
export const metrics = z.strictObject({
  instance_id: id('instance').describe('The instance.'),
  from: timestamp.describe('The beginning of the time range, in UTC.').meta({ example: '2026-11-21T03:10:00Z' }),
  to: timestamp.describe('The end of the time range, in UTC.').meta({ example: '2026-11-21T04:10:00Z' }),
  step_seconds: z.int().describe('Seconds between two points.').meta({ example: 60 }),
  series: z
    .strictObject(
      Object.fromEntries(seriesNames.map((name) => [name, series.describe(held[name])])) as Record<
        SeriesName,
        typeof series
      >,
    )
    .describe(
      'Each metric as a list of pairs: the beginning of the step in UTC, and the mean over the step. Steps without samples are absent.',
    ),
});
export type Metrics = z.infer<typeof metrics>;
