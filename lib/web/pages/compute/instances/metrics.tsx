import type { Args } from '#lib/client/methods.ts';
import type { Instance, Metrics } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Chart } from '#lib/web/parts/chart.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { size } from '#lib/web/parts/size.ts';
import { useSearch } from '#lib/web/shell/router.ts';

type Period = NonNullable<NonNullable<Args<'getInstanceMetrics'>['query']>['period']>;
type Series = Metrics['series'];

const periods: Readonly<Record<Period, string>> = {
  '1h': 'last hour',
  '6h': 'last 6 hours',
  '24h': 'last day',
  '7d': 'last week',
  '30d': 'last 30 days',
};

interface Chosen {
  readonly label: string;
  readonly unit: string;
  readonly series: Partial<Record<keyof Series, string>>;
  readonly format: (value: number) => string;
}

const percent = (value: number): string => `${Number(value.toFixed(value < 1 ? 2 : 1))} %`;
const rate = (value: number): string => `${size(value)}/s`;

const charts: readonly Chosen[] = [
  { label: 'CPU', unit: '%', series: { cpu_percent: 'CPU' }, format: percent },
  { label: 'Memory', unit: '%', series: { ram_percent: 'memory' }, format: percent },
  { label: 'Disk use', unit: '%', series: { disk_used_percent: 'disk use' }, format: percent },
  {
    label: 'Network',
    unit: 'B/s',
    series: { net_rx_bytes_per_second: 'received', net_tx_bytes_per_second: 'sent' },
    format: rate,
  },
  {
    label: 'Disk',
    unit: 'B/s',
    series: { disk_read_bytes_per_second: 'read', disk_write_bytes_per_second: 'written' },
    format: rate,
  },
];

/** What an instance does: processor, memory, network and disk over a period. */
export function MetricsTab({ instance: { id } }: { instance: Instance }) {
  const [search, change] = useSearch();
  const asked = search.get('period') ?? '1h';
  const period = (asked in periods ? asked : '1h') as Period;
  const { data, error, refetch } = useRead('getInstanceMetrics', { id, query: { period } }, { every: 15_000 });
  return (
    <>
      <div className="row">
        <select aria-label="Period" value={period} onChange={(event) => change({ period: event.target.value })}>
          {Object.entries(periods).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        {data && <span className="about">each point is the mean of {data.step_seconds} s</span>}
      </div>
      {error && <Problem error={error} again={() => void refetch()} />}
      {data && charts.map((chart) => <One key={chart.label} chart={chart} data={data} />)}
    </>
  );
}

function One({ chart: { label, unit, series, format }, data }: { chart: Chosen; data: Metrics }) {
  const shown = Object.entries(series).map(([field, name]) => ({
    name,
    points: points(data, field as keyof Series),
  }));
  return (
    <Chart
      label={label}
      unit={unit}
      series={shown}
      format={format}
      group="instance"
      {...(unit === '%' && { top: 100 })}
    />
  );
}

/** The points of a series, with a gap where steps have no sample. */
function points({ from, to, step_seconds, series }: Metrics, field: keyof Series) {
  const known = new Map(series[field].map(([at, value]) => [Date.parse(at), value]));
  const step = step_seconds * 1000;
  const first = Math.ceil(Date.parse(from) / step) * step;
  const count = Math.max(0, Math.floor((Date.parse(to) - first) / step) + 1);
  return Array.from({ length: count }, (_, at) => {
    const time = first + at * step;
    return { at: new Date(time).toISOString(), value: known.get(time) ?? null };
  });
}
