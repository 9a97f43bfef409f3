import type { BucketUsage } from '#lib/generated/client/schemas.ts';
import { platformClock } from '#lib/web/api/clock.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Chart } from '#lib/web/parts/chart.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Loading } from '#lib/web/parts/loading.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { size } from '#lib/web/parts/size.ts';
import { Time } from '#lib/web/parts/time.tsx';
import { useSearch } from '#lib/web/shell/router.ts';

const hour = 3_600_000;
const spans = {
  day: { label: 'A day', length: 24 * hour, step: '3600' },
  week: { label: 'A week', length: 7 * 24 * hour, step: '3600' },
  month: { label: 'A month', length: 30 * 24 * hour, step: '86400' },
} as const;
type Span = keyof typeof spans;

/** Full hours, so that the same question is asked for an hour. */
function queryOf(span: Span) {
  const { length, step } = spans[span];
  const to = Math.ceil(platformClock.now() / hour) * hour;
  const text = (moment: number) => new Date(moment).toISOString().replace('.000Z', 'Z');
  return { from: text(to - length), to: text(to), step };
}

/** What a bucket holds and what is done with it, over time. */
export function Usage({ name }: { name: string }) {
  const [search, change] = useSearch();
  const given = search.get('span') ?? '';
  const span: Span = given in spans ? (given as Span) : 'week';
  const { data, error, refetch } = useRead('getBucketUsage', { name, query: queryOf(span) }, { every: 60_000 });
  return (
    <div className="stack">
      <div className="row">
        <select aria-label="Time range" value={span} onChange={(event) => change({ span: event.target.value })}>
          {Object.entries(spans).map(([id, { label }]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {error && <Problem error={error} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && <Shown usage={data} />}
    </div>
  );
}

const kinds = ['get', 'put', 'list', 'delete'] as const;
const count = (value: number): string => value.toLocaleString('en');

function Shown({ usage }: { usage: BucketUsage }) {
  const { series } = usage;
  const line = (name: string, value: (row: BucketUsage['series'][number]) => number | null) => ({
    name,
    points: series.map((row) => ({ at: row.at, value: value(row) })),
  });
  return (
    <>
      <Facts
        facts={[
          ['Holds', `${size(usage.size_bytes)} in ${count(usage.objects)} objects`],
          ['Older versions', usage.versions_bytes > 0 ? size(usage.versions_bytes) : undefined],
          ['Parts of unfinished uploads', usage.multipart_bytes > 0 ? size(usage.multipart_bytes) : undefined],
          ['Read in this time', size(usage.egress_bytes)],
          ['Written in this time', size(usage.ingress_bytes)],
          ['Measured', <Time key="at" at={usage.measured_at} />],
        ]}
      />
      <Chart label="Stored" unit="bytes" format={size} series={[line('stored', (row) => row.stored_bytes)]} />
      <Chart
        label="Requests"
        unit="in a step"
        kind="bars"
        format={count}
        series={kinds.map((kind) => line(kind, ({ requests }) => requests[kind]))}
      />
      <Chart
        label="Traffic"
        unit="bytes in a step"
        format={size}
        series={[line('read', (row) => row.egress_bytes), line('written', (row) => row.ingress_bytes)]}
      />
    </>
  );
}
