/** A line or a row of bars of a chart. Where a value is null there is a gap. */
export interface ChartSeries {
  readonly name: string;
  readonly points: readonly ChartPoint[];
  /** Whether it is what is expected, which is drawn paler than what was measured. */
  readonly expected?: boolean;
}

/** A value at a moment of the API. */
export interface ChartPoint {
  readonly at: string;
  readonly value: number | null;
}

/** What happened at a moment of the API: a line across the chart, whose text is beside the values there. */
export interface ChartMark {
  readonly at: string;
  readonly text: string;
}

/** Series at common moments, in seconds since 1970 and in order. A series that has no point there has undefined. */
export interface Aligned {
  readonly times: readonly number[];
  readonly values: readonly (readonly (number | null | undefined)[])[];
}

/** Puts series side by side, each value at its moment. */
export function aligned(series: readonly ChartSeries[]): Aligned {
  const maps = series.map(({ points }) => new Map(points.map(({ at, value }) => [Date.parse(at) / 1000, value])));
  const times = [...new Set(maps.flatMap((map) => [...map.keys()]))].sort((one, other) => one - other);
  return { times, values: maps.map((map) => times.map((time) => map.get(time))) };
}

/** The values as heights of bars that stand on each other: each series on those before it. */
export function stacked({ times, values }: Aligned): Aligned {
  const heights = times.map(() => 0);
  const tops = values.map((row) =>
    row.map((value, at) => {
      heights[at] = (heights[at] ?? 0) + (value ?? 0);
      return heights[at];
    }),
  );
  return { times, values: tops };
}

/** A mark at its place on the axis. */
export interface PlacedMark {
  readonly text: string;
  /** Seconds since 1970, within the times of the chart. */
  readonly seconds: number;
  /** The place of the step that it belongs to: that of the last moment before it. */
  readonly step: number;
}

/** What is shown: the values, and what happened. */
export interface Drawn {
  readonly data: Aligned;
  readonly marks: readonly PlacedMark[];
}

/** What is drawn. The colours are read from the page at each `draw`. */
export interface PlotOptions {
  readonly names: readonly string[];
  /** The names of those that are expected, which are paler. */
  readonly expected: readonly string[];
  readonly kind: 'line' | 'bars';
  /** A value with its unit. */
  readonly format: (value: number) => string;
  /** A moment, in seconds since 1970, as the hover says it. */
  readonly moment: (seconds: number) => string;
  /** The time zone of the axis; that of the device where there is none. */
  readonly zone: string | undefined;
  /** The top of the values' axis unless a value is above it; without one it follows the values. */
  readonly top: number | undefined;
  /** Charts of one group share their cursor. */
  readonly group: string | undefined;
}

/**
 * The marks that are within the times of a chart, in their order. The newest step has only begun, so what has happened
 * in it is at its beginning.
 */
export function placed(marks: readonly ChartMark[], times: readonly number[]): PlacedMark[] {
  const [first, newest] = [times[0] ?? 0, times.at(-1) ?? 0];
  const end = newest + (newest - (times.at(-2) ?? newest));
  return marks
    .map(({ at, text }) => ({ text, seconds: Date.parse(at) / 1000 }))
    .filter(({ seconds }) => seconds >= first && seconds < end)
    .sort((one, other) => one.seconds - other.seconds)
    .map(({ text, seconds }) => ({
      text,
      seconds: Math.min(seconds, newest),
      step: times.findLastIndex((time) => time <= seconds),
    }));
}

/** The place of a series' colour: what is expected has that of the series before it, which it continues. */
export const colourAt = (at: number, isExpected: boolean): number => (at > 0 && isExpected ? at - 1 : at) % colours;

/** How many colours there are: a seventh series has the first one again. */
export const colours = 6;

/** What a chart says in one sentence: the newest value of each series, and how far its values go. */
export function summary(series: readonly ChartSeries[], format: (value: number) => string): string {
  const told = series.map(({ name, points, expected }) => {
    const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
    const newest = values.at(-1);
    if (newest === undefined) return `${name}: no values`;
    const [least, most] = values.reduce(
      ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
      [newest, newest],
    );
    const range = `from ${format(least)} to ${format(most)}`;
    return expected ? `${name}: ${range}` : `${name}: ${format(newest)} now, ${range}`;
  });
  return told.join('; ');
}

/**
 * The labels of an axis, each of which stands once. Where the format rounds several marks to one text, as it does on an
 * axis whose values are all 0, the mark that is nearest to a whole number has it.
 */
export function axisLabels(marks: readonly number[], format: (value: number) => string): string[] {
  const labels = marks.map(format);
  const far = (at: number) => Math.abs((marks[at] ?? 0) - Math.round(marks[at] ?? 0));
  const best = new Map<string, number>();
  for (const [at, label] of labels.entries()) {
    const known = best.get(label);
    if (known === undefined || far(at) < far(known)) best.set(label, at);
  }
  return labels.map((label, at) => (best.get(label) === at ? label : ''));
}
