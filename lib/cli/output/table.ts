import { cellOf, titleOf, valueAt } from './cells.ts';
import { paint, plain } from './terminal.ts';

/** How a table is drawn. */
interface Look {
  /** Columns of the terminal; undefined where nothing is cut. */
  readonly width: number | undefined;
  readonly header: boolean;
  /** Shows times as ages. */
  readonly now?: number | undefined;
}

/** A drawn table, and what did not fit into it. */
export interface Drawn {
  readonly text: string;
  /** Columns that were left out. */
  readonly hidden: readonly string[];
  /** Whether cells were shortened. */
  readonly isCut: boolean;
}

const gap = 2;
const narrowest = 8;

/** Rows as a table that fits the terminal. The first column, by which a row is found again, is never shortened. */
export function drawTable(rows: readonly unknown[], columns: readonly string[], look: Look): Drawn {
  const cells = rows.map((row) => columns.map((column) => cellOf(column, valueAt(row, column), look.now)));
  const titles = columns.map(titleOf);
  const wanted = columns.map((_, i) => Math.max(...[titles, ...cells].map((line) => widthOf(line[i] ?? ''))));
  const widths = fitted(wanted, look.width);
  const shown = look.header ? [titles, ...cells] : cells;
  const lines = shown.map((line, at) => drawLine(line, widths, columns, look.header && at === 0));
  return {
    text: lines.map((line) => `${line}\n`).join(''),
    hidden: columns.slice(widths.length),
    isCut: widths.some((width, i) => width < (wanted[i] ?? 0)),
  };
}

/** An object as one field a line. */
export function drawFields(value: object, look: Look): string {
  const fields = Object.entries(value).map(([name, field]) => [plain(name), field] as const);
  const longest = Math.max(0, ...fields.map(([name]) => name.length));
  const lines = fields.map(([name, field]) => {
    const title = paint(name.padEnd(longest + gap), 'dim', process.stdout);
    return `${title}${coloured(name, cellOf(name, field, look.now))}\n`;
  });
  return lines.join('');
}

/** As many columns as fit: the widest are shortened first, then the last are left out. */
function fitted(wanted: readonly number[], width = Number.POSITIVE_INFINITY): number[] {
  const widths = [...wanted];
  const total = () => widths.reduce((sum, one) => sum + one + gap, -gap);
  while (total() > width) {
    const widest = Math.max(0, ...widths.slice(1));
    const at = widths.lastIndexOf(widest);
    if (widest > narrowest && at > 0) widths[at] = widest - 1;
    else if (widths.length > 1) {
      widths.pop();
      // What a column gave up for one that is gone, it gets back.
      widths.forEach((_, i) => {
        widths[i] = wanted[i] ?? 0;
      });
    } else break;
  }
  return widths;
}

function drawLine(cells: readonly string[], widths: readonly number[], columns: readonly string[], title: boolean) {
  const parts = widths.map((width, i) => {
    const text = cut(cells[i] ?? '', width);
    const padding = i === widths.length - 1 ? '' : ' '.repeat(width - widthOf(text) + gap);
    return `${title ? paint(text, 'bold', process.stdout) : coloured(columns[i] ?? '', text)}${padding}`;
  });
  return parts.join('').trimEnd();
}

/** Statuses in colours: what works, what goes on, what is wrong. */
function coloured(column: string, text: string): string {
  if (!/(^|\.)(status|health)$/.test(column)) return text;
  if (/^(running|active|available|in-use|attached|paid|healthy|succeeded|successful)$/.test(text))
    return paint(text, 'green', process.stdout);
  if (/^(error|failed|unhealthy|suspended|blocked|disabled)$/.test(text)) return paint(text, 'red', process.stdout);
  return /ing$/.test(text) ? paint(text, 'yellow', process.stdout) : text;
}

function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  for (const character of text) {
    if (widthOf(kept + character) > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u;
const nothing = /\p{Mn}|\u200b|\u200d|\ufe0f/u;

/** Columns that a text takes on a terminal. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += nothing.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}
