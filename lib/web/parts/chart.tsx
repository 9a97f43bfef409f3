import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import {
  aligned,
  type ChartMark,
  type ChartSeries,
  colourAt,
  colours,
  type Drawn,
  type PlotOptions,
  placed,
  summary,
} from './chart-data.ts';
import type { Plot } from './chart-plot.ts';
import { Table } from './table.tsx';

interface ChartProps {
  /** What is shown: `CPU`. */
  readonly label: string;
  /** The unit of the values: `%`. */
  readonly unit: string;
  readonly series: readonly ChartSeries[];
  /** A value with its unit: `12.5 %`. */
  readonly format?: (value: number) => string;
  /** Lines by default. Bars of several series stand on each other. */
  readonly kind?: 'line' | 'bars';
  /** Whether each point is a whole day of the bills, which are in Indian time: it is shown without its time. */
  readonly days?: boolean;
  /** The top of the values' axis where it is fixed: 100 for a percentage. */
  readonly top?: number;
  /** Charts of one group share their cursor: each says its values at the moment under the pointer. */
  readonly group?: string;
  /** What happened in the time of the chart. */
  readonly marks?: readonly ChartMark[];
  /** Where the whole of a small chart is: it has its newest values, and no table of its own. */
  readonly whole?: string;
}

const none: readonly ChartMark[] = [];

/** Values over time: lines or bars with their axes, what they are where the pointer is, and the numbers as a table. */
export function Chart(props: ChartProps) {
  const { label, unit, series, format = plain(unit), kind = 'line', days = false, top, group, whole } = props;
  const { marks = none } = props;
  const data = useMemo(() => aligned(series), [series]);
  const drawn = useMemo(() => ({ data, marks: placed(marks, data.times) }), [data, marks]);
  const names = series.map(({ name }) => name);
  const expected = series.flatMap(({ name, expected: isExpected }) => (isExpected ? name : []));
  const zone = days ? 'Asia/Kolkata' : undefined;
  const moment = (seconds: number) => (days ? day : minute).format(seconds * 1000);
  const isEmpty = !series.some(({ points }) => points.some(({ value }) => value !== null));
  return (
    <figure className={whole === undefined ? 'chart' : 'chart card'} aria-label={label}>
      {whole === undefined ? (
        <figcaption className="row spread">
          <span>
            <strong>{label}</strong> <span className="about">{unit}</span>
          </span>
          {names.length > 1 && <Legend names={names} kind={kind} expected={expected} />}
        </figcaption>
      ) : (
        <figcaption>
          <a href={whole}>{label}</a>
          <Newest series={series} format={format} />
        </figcaption>
      )}
      {isEmpty ? (
        <p className="about">There are no values in this time yet.</p>
      ) : (
        <Canvas
          options={{ names, expected, kind, format, moment, zone, top, group }}
          drawn={drawn}
          label={`${label}. ${summary(series, format)}`}
          height={whole === undefined ? undefined : '7rem'}
        />
      )}
      {!isEmpty && whole === undefined && (
        <Numbers label={label} names={names} drawn={drawn} format={format} moment={moment} />
      )}
    </figure>
  );
}

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const plain = (unit: string) => (value: number) => `${number.format(value)}${unit && ` ${unit}`}`;
const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' });

interface LegendProps {
  readonly names: readonly string[];
  readonly kind: 'line' | 'bars';
  readonly expected?: readonly string[];
}

function Legend({ names, kind, expected = [] }: LegendProps) {
  return (
    <ul className="chart-names">
      {names.map((name, at) => (
        <li key={name}>
          <svg
            className={`series-${colourAt(at, expected.includes(name))}`}
            viewBox="0 0 16 8"
            width="16"
            height="8"
            aria-hidden="true"
          >
            {kind === 'bars' ? (
              <rect
                width="16"
                height="8"
                fill="currentColor"
                fillOpacity={expected.includes(name) ? 0.25 : 1}
                stroke="currentColor"
              />
            ) : (
              <path
                d="M0 4h16"
                stroke="currentColor"
                strokeWidth="2"
                strokeDasharray={at < colours ? undefined : '6 4'}
              />
            )}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

/** How many steps a value is new: what is older is not said as that of now. The last step may be yet to be measured. */
const newest = 3;

/** The newest value of each series of a small chart: of several, with its name and its colour. */
function Newest({ series, format }: Required<Pick<ChartProps, 'series' | 'format'>>) {
  const said = series.map(({ name, points }) => {
    const value = points.slice(-newest).findLast((point) => point.value !== null)?.value;
    return { name, text: typeof value === 'number' ? format(value) : '–' };
  });
  if (said.length === 1) return <p className="about">{said[0]?.text}</p>;
  return (
    <div className="about">
      <Legend names={said.map(({ name, text }) => `${text} ${name}`)} kind="line" />
    </div>
  );
}

interface CanvasProps {
  readonly options: PlotOptions;
  readonly drawn: Drawn;
  readonly label: string;
  /** The height of the box; that of the style sheet where there is none. */
  readonly height: string | undefined;
}

function Canvas({ options, drawn, label, height }: CanvasProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot>(undefined);
  const theme = useTheme();
  const latest = useRef({ options, drawn });
  latest.current = { options, drawn };
  const look = JSON.stringify([options, theme]);
  useEffect(() => {
    let isGone = false;
    void import('./chart-plot.ts').then(({ draw }) => {
      if (isGone || !box.current || look === '') return;
      plot.current = draw(box.current, latest.current.options, latest.current.drawn);
    });
    return () => {
      isGone = true;
      plot.current?.remove();
      plot.current = undefined;
    };
  }, [look]);
  useEffect(() => plot.current?.show(drawn), [drawn]);
  return <div ref={box} className="chart-box" style={{ height }} role="img" aria-label={label} />;
}

const dark = matchMedia('(prefers-color-scheme: dark)');

function listenToTheme(listen: () => void): () => void {
  const chosen = new MutationObserver(listen);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  dark.addEventListener('change', listen);
  return () => {
    chosen.disconnect();
    dark.removeEventListener('change', listen);
  };
}

/** A text that changes when the colours of the page do. */
const useTheme = (): string =>
  useSyncExternalStore(listenToTheme, () => `${document.documentElement.dataset.theme} ${dark.matches}`);

interface NumbersProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly drawn: Drawn;
  readonly format: (value: number) => string;
  readonly moment: (seconds: number) => string;
}

/** The most rows that the table of a chart has: more do not help anybody who reads them. */
const mostRows = 200;

function Numbers({ label, names, drawn: { data, marks }, format, moment }: NumbersProps) {
  const [open, setOpen] = useState(false);
  const rows = data.times.map((_, at) => at).reverse();
  const cellOf = (value: number | null | undefined) => (typeof value === 'number' ? format(value) : '–');
  const happened = (at: number) => marks.flatMap(({ step, text }) => (step === at ? text : [])).join('; ');
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="about">Show as table</summary>
      {open && rows.length > mostRows && (
        <p className="about">
          The newest {mostRows} of {rows.length} moments.
        </p>
      )}
      {open && (
        <Table
          label={`${label}, newest first`}
          rows={rows.slice(0, mostRows)}
          idOf={String}
          columns={[
            { title: 'Time', cell: (at) => moment(data.times[at] ?? 0) },
            ...names.map((title, of) => ({ title, number: true, cell: (at: number) => cellOf(data.values[of]?.[at]) })),
            ...(marks.length > 0 ? [{ title: 'Events', cell: happened }] : []),
          ]}
        />
      )}
    </details>
  );
}
