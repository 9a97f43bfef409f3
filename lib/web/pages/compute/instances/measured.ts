import type { Args } from '#lib/client/methods.ts';
import type { InstanceEvent, Metrics } from '#lib/generated/client/schemas.ts';
import type { ChartMark, ChartPoint } from '#lib/web/parts/chart-data.ts';
import { size } from '#lib/web/parts/size.ts';

/** A time up to now of which the platform answers the metrics. */
export type Period = NonNullable<NonNullable<Args<'getInstanceMetrics'>['query']>['period']>;

/** The name of a metric. */
export type Measure = keyof Metrics['series'];

/** The periods and their names. */
export const periods: Readonly<Record<Period, string>> = {
  '1h': 'last hour',
  '6h': 'last 6 hours',
  '24h': 'last day',
  '7d': 'last week',
  '30d': 'last 30 days',
};

/** The period that an address asks for; an hour where it names none that there is. */
export const periodOf = (asked: string | null): Period => (asked !== null && asked in periods ? asked : '1h') as Period;

/** A chart of an instance. */
export interface Measured {
  readonly label: string;
  readonly unit: string;
  /** Its metrics with the names that they have in the chart. */
  readonly series: Partial<Record<Measure, string>>;
  readonly format: (value: number) => string;
  /** Whether it is one of the four that the overview shows. */
  readonly main?: true;
}

const percent = (value: number): string => `${Number(value.toFixed(value < 1 ? 2 : 1))} %`;
const rate = (value: number): string => `${size(value)}/s`;

/** The charts of an instance. */
export const measured: readonly Measured[] = [
  { label: 'CPU', unit: '%', series: { cpu_percent: 'CPU' }, format: percent, main: true },
  { label: 'Memory', unit: '%', series: { ram_percent: 'memory' }, format: percent, main: true },
  { label: 'Disk use', unit: '%', series: { disk_used_percent: 'disk use' }, format: percent },
  {
    label: 'Network',
    unit: 'B/s',
    series: { net_rx_bytes_per_second: 'received', net_tx_bytes_per_second: 'sent' },
    format: rate,
    main: true,
  },
  {
    label: 'Disk',
    unit: 'B/s',
    series: { disk_read_bytes_per_second: 'read', disk_write_bytes_per_second: 'written' },
    format: rate,
    main: true,
  },
];

/** The points of a metric, with a gap where steps have no sample. */
export function pointsOf({ from, to, step_seconds, series }: Metrics, measure: Measure): ChartPoint[] {
  const known = new Map(series[measure].map(([at, value]) => [Date.parse(at), value]));
  const step = step_seconds * 1000;
  const first = Math.ceil(Date.parse(from) / step) * step;
  const count = Math.max(0, Math.floor((Date.parse(to) - first) / step) + 1);
  return Array.from({ length: count }, (_, at) => {
    const time = first + at * step;
    return { at: new Date(time).toISOString(), value: known.get(time) ?? null };
  });
}

/** What happened to an instance, as marks of its charts. */
export const marksOf = (events: readonly InstanceEvent[]): ChartMark[] =>
  events.map(({ at, type }) => ({ at, text: type.replaceAll('_', ' ') }));
