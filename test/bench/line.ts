/** One line of the table: a budget of docs/architecture.md, what it allows, what this run saw. */
export interface Line {
  budget: string;
  bound: string;
  measured: string;
  /** Whether the budget was kept; for information only, or not measurable here, otherwise. */
  verdict: 'ok' | 'over' | 'info' | 'skipped';
}

/** A value and how it is written. */
export interface Figure {
  value: number;
  unit?: string;
  /** What the value was made from. */
  note?: string;
}

const digits = (value: number) =>
  Number.isInteger(value) || Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);

/** A figure as people read it: three digits, its unit, and where it comes from. */
function written({ value, unit = '', note }: Figure): string {
  return `${digits(value)}${unit && ` ${unit}`}${note ? ` (${note})` : ''}`;
}

/** A line that is kept where the figure is at most `bound`, in the figure's unit. */
export function atMost(budget: string, bound: number, figure: Figure): Line {
  const { unit } = figure;
  const kept = figure.value <= bound;
  return {
    budget,
    bound: `≤ ${written({ value: bound, ...(unit && { unit }) })}`,
    measured: written(figure),
    verdict: kept ? 'ok' : 'over',
  };
}

/** A line that is kept where the figure is at least `bound`. */
export function atLeast(budget: string, bound: number, figure: Figure): Line {
  const kept = figure.value >= bound;
  return {
    budget,
    bound: `≥ ${written({ value: bound, ...(figure.unit && { unit: figure.unit }) })}`,
    measured: written(figure),
    verdict: kept ? 'ok' : 'over',
  };
}

/** A line that is kept where the ratio lies within `share` of 1. */
export function flat(budget: string, share: number, ratio: number, note: string): Line {
  return {
    budget,
    bound: `1 ± ${share}`,
    measured: `${ratio.toFixed(2)} (${note})`,
    verdict: Math.abs(ratio - 1) <= share ? 'ok' : 'over',
  };
}

/** A line without a bound. */
export function info(budget: string, measured: string): Line {
  return { budget, bound: '', measured, verdict: 'info' };
}

/** A budget that cannot be measured here, and why. */
export function skipped(budget: string, bound: string, why: string): Line {
  return { budget, bound, measured: why, verdict: 'skipped' };
}

/** The lines as one table in plain text. */
export function table(lines: readonly Line[]): string {
  const head = ['budget', 'bound', 'measured', ''];
  const rows = [head, ...lines.map(({ budget, bound, measured, verdict }) => [budget, bound, measured, verdict])];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const print = (row: string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(' | ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width)).join('-|-');
  return [print(head), rule, ...rows.slice(1).map(print)].join('\n');
}
