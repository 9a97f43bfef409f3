import { useMemo } from 'react';
import type { Instance, InstanceEvent, Metrics } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Chart } from '#lib/web/parts/chart.tsx';
import type { ChartMark } from '#lib/web/parts/chart-data.ts';
import { Problem } from '#lib/web/parts/problem.tsx';
import { hrefOf, useSearch } from '#lib/web/shell/router.ts';
import { useNewestEvents } from './events.tsx';
import {
  type Measure,
  type Measured,
  marksOf,
  measured,
  type Period,
  periodOf,
  periods,
  pointsOf,
} from './measured.ts';

/** The period that the address names, and how another one is chosen. */
function usePeriod(): readonly [Period, (period: string) => void] {
  const [search, change] = useSearch();
  return [periodOf(search.get('period')), (period) => change({ period })];
}

const none: readonly InstanceEvent[] = [];

/** The metrics of an instance over a period, and what happened to it as marks for them. */
function useMetrics(id: string, period: Period) {
  const read = useRead('getInstanceMetrics', { id, query: { period } }, { every: 15_000 });
  const { data } = useNewestEvents(id);
  const events = data?.events ?? none;
  const marks = useMemo(() => marksOf(events), [events]);
  return { ...read, marks };
}

/** What an instance does: processor, memory, network and disk over a period. */
export function MetricsTab({ instance: { id } }: { instance: Instance }) {
  const [period, choose] = usePeriod();
  const { data, error, refetch, marks } = useMetrics(id, period);
  return (
    <>
      <div className="row">
        <Periods period={period} choose={choose} />
        {data && <span className="about">each point is the mean of {data.step_seconds} s</span>}
      </div>
      {error && <Problem error={error} again={() => void refetch()} />}
      {data && measured.map((one) => <One key={one.label} chart={one} data={data} marks={marks} />)}
    </>
  );
}

/** How an instance is: its four main charts, small, each of which leads to all of them. */
export function Glance({ instance: { id } }: { instance: Instance }) {
  const [period, choose] = usePeriod();
  const { data, error, refetch, marks } = useMetrics(id, period);
  const whole = hrefOf(`/instances/${id}?tab=metrics&period=${period}`);
  return (
    <section className="stack" aria-labelledby="glance-title">
      <div className="row spread">
        <h2 id="glance-title">Usage</h2>
        <Periods period={period} choose={choose} />
      </div>
      {error && <Problem error={error} again={() => void refetch()} />}
      {data && (
        <div className="cards">
          {measured
            .filter(({ main }) => main)
            .map((one) => (
              <One key={one.label} chart={one} data={data} marks={marks} whole={whole} />
            ))}
        </div>
      )}
    </section>
  );
}

function Periods({ period, choose }: { period: Period; choose: (period: string) => void }) {
  return (
    <select aria-label="Period" value={period} onChange={(event) => choose(event.target.value)}>
      {Object.entries(periods).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

interface OneProps {
  readonly chart: Measured;
  readonly data: Metrics;
  readonly marks: readonly ChartMark[];
  readonly whole?: string;
}

function One({ chart: { label, unit, series, format }, data, marks, whole }: OneProps) {
  const shown = useMemo(
    () =>
      Object.entries(series).map(([measure, name]) => ({
        name,
        points: pointsOf(data, measure as Measure),
      })),
    [series, data],
  );
  return (
    <Chart
      label={label}
      unit={unit}
      series={shown}
      format={format}
      marks={marks}
      group="instance"
      {...(unit === '%' && { top: 100 })}
      {...(whole !== undefined && { whole })}
    />
  );
}
