import UPlot from 'uplot';
import {
  type Aligned,
  axisLabels,
  colourAt,
  type Drawn,
  type PlacedMark,
  type PlotOptions,
  stacked,
} from './chart-data.ts';
import { addTip } from './chart-tip.ts';

/** A drawn chart. */
export interface Plot {
  show(next: Drawn): void;
  remove(): void;
}

/** Names of colours in tokens.css. A seventh series has the first colour again, with a dashed line. */
const colours = ['--accent', '--warn', '--good', '--bad', '--soft-ink', '--ink'] as const;

/** Draws a chart into a box, as large as the box is, now and when its size changes. */
export function draw(box: HTMLElement, options: PlotOptions, first: Drawn): Plot {
  let shown = first;
  const plot = new UPlot(
    optionsOf(box, options, () => shown),
    dataOf(first.data, options),
    box,
  );
  const sized = new ResizeObserver(() => plot.setSize(sizeOf(box)));
  sized.observe(box);
  return {
    show(next) {
      shown = next;
      plot.setData(dataOf(next.data, options));
    },
    remove() {
      sized.disconnect();
      plot.destroy();
    },
  };
}

const sizeOf = (box: HTMLElement) => ({ width: Math.max(box.clientWidth, 120), height: box.clientHeight });

/** Bars are drawn from the highest to the lowest, so that each covers the foot of the one before. */
function dataOf(data: Aligned, { kind, names, expected }: PlotOptions): UPlot.AlignedData {
  const { times, values: all } = kind === 'bars' ? stacked(data) : data;
  // What is expected is seen through, so nothing of it may stand behind a bar that it has no part in.
  const values = all.map((row, of) =>
    expected.includes(names[of] ?? '')
      ? row.map((value, at) => (data.values[of]?.[at] === undefined ? null : value))
      : row,
  );
  const rows = kind === 'bars' ? values.toReversed() : values;
  return [times, ...rows] as unknown as UPlot.AlignedData;
}

function optionsOf(box: HTMLElement, options: PlotOptions, shown: () => Drawn): UPlot.Options {
  const { names, expected, kind, zone, top, group } = options;
  const order = names.map((_, at) => (kind === 'bars' ? names.length - 1 - at : at));
  return {
    ...sizeOf(box),
    ...(zone && { tzDate: (seconds: number) => UPlot.tzDate(new Date(seconds * 1000), zone) }),
    // Half of the last moment's text stands at the right of its mark.
    padding: [8, 22, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: { show: kind === 'line', size: 7 },
      ...(group && { sync: { key: group } }),
    },
    scales: {
      x: { time: true, range: kind === 'bars' ? aroundBars : aroundLine },
      y: { range: top === undefined ? fromZero : upTo(top) },
    },
    series: [{}, ...order.map((at) => (kind === 'bars' ? barsOf(at, expected.includes(names[at] ?? '')) : lineOf(at)))],
    axes: axesOf(options),
    hooks: {
      init: [(plot) => addTip(plot, options, shown)],
      drawAxes: [(plot) => drawMarks(plot, shown().marks)],
    },
  };
}

function lineOf(at: number): UPlot.Series {
  const stroke = colour(colours[at % colours.length] ?? '--accent');
  return {
    stroke,
    width: 1.5,
    spanGaps: false,
    points: { show: (plot, series) => isSparse(plot.data[series] ?? []), size: 4, fill: stroke },
    ...(at >= colours.length && { dash: [6, 4] }),
  };
}

/** A line of few points would have some that nothing leads to: they are dots. */
const isSparse = (values: ArrayLike<number | null | undefined>): boolean =>
  Array.from(values).filter((value) => typeof value === 'number').length <= 30;

function barsOf(at: number, isExpected: boolean): UPlot.Series {
  const stroke = colour(colours[colourAt(at, isExpected)] ?? '--accent');
  const paths = UPlot.paths.bars?.({ size: [0.7, 48] });
  const look = isExpected ? { fill: pale(stroke), width: 1 } : { fill: stroke, width: 0 };
  return { ...look, stroke, points: { show: false }, ...(paths && { paths }) };
}

/** A colour of the page, `rgb(31, 95, 208)`, as it is seen through. */
const pale = (text: string): string => text.replace(/^rgb\(([\d, ]{5,20})\)$/, 'rgba($1, 0.25)');

/** The lines of what happened, from the axis up, under the values. */
function drawMarks(plot: UPlot, marks: readonly PlacedMark[]): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = colour('--soft-ink');
  ctx.fillStyle = ctx.strokeStyle;
  ctx.lineWidth = ratio;
  ctx.setLineDash([2 * ratio, 3 * ratio]);
  for (const x of new Set(marks.map(({ seconds }) => Math.round(plot.valToPos(seconds, 'x', true))))) {
    const foot = bbox.top + bbox.height;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, foot);
    ctx.stroke();
    ctx.beginPath();
    ctx.moveTo(x, foot - 6 * ratio);
    ctx.lineTo(x - 4 * ratio, foot);
    ctx.lineTo(x + 4 * ratio, foot);
    ctx.fill();
  }
  ctx.restore();
}

/** The colour of that name as the page has it now: a canvas knows no custom properties. */
const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function axesOf({ format, zone }: PlotOptions): UPlot.Axis[] {
  const font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const line = { stroke: colour('--line'), width: 1 };
  const look = { stroke: colour('--soft-ink'), font, ticks: { ...line, size: 4 } };
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', ...(zone && { timeZone: zone }) });
  const time = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    ...(zone && { timeZone: zone }),
  });
  const timeOf = (seconds: number, step: number) => {
    const text = time.format(seconds * 1000);
    return step >= 86_400 || text === '00:00' ? day.format(seconds * 1000) : text;
  };
  return [
    {
      ...look,
      grid: { show: false },
      space: 70,
      size: 28,
      incrs: steps,
      values: (_plot, splits, _axis, _space, step) => splits.map((seconds) => timeOf(seconds, step)),
    },
    {
      ...look,
      grid: line,
      space: 34,
      values: (_plot, splits) => axisLabels(splits, format),
      size: (plot, values) => widthOf(plot, font, values ?? []),
    },
  ];
}

/** The distances between two marks of the time axis, in seconds: a minute or more, which is what it shows. */
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 7200, 14_400, 44_640].map((n) => n * 60);

function widthOf({ ctx }: UPlot, font: string, values: readonly string[]): number {
  ctx.save();
  ctx.font = font;
  const widest = Math.max(0, ...values.map((value) => ctx.measureText(value).width));
  ctx.restore();
  return Math.ceil(widest) + 16;
}

const fromZero: UPlot.Range.Function = (_plot, least, most) => {
  if (!Number.isFinite(least) || !Number.isFinite(most)) return [0, 1];
  return [Math.min(0, least), most > 0 ? UPlot.rangeNum(0, most, 0.1, true)[1] : 1];
};

/** A value above the top is still drawn. */
const upTo =
  (top: number): UPlot.Range.Function =>
  (_plot, _least, most) => [0, Number.isFinite(most) ? Math.max(top, most) : top];

const aroundLine: UPlot.Range.Function = (_plot, least, most) =>
  least === most ? [least - 1800, most + 1800] : [least, most];

/** Half a bar more at each end. */
const aroundBars: UPlot.Range.Function = (plot, least, most) => {
  const times = plot.data[0];
  const step = times.length > 1 ? (most - least) / (times.length - 1) : 86_400;
  return [least - step / 2, most + step / 2];
};
