import { type Format, formatOf, type Globals } from '#lib/cli/config/settings.ts';
import { usage } from '#lib/cli/failure.ts';
import { cellOf, valueAt } from './cells.ts';
import { platformClock } from './platform-clock.ts';
import { seriesRows } from './series.ts';
import { drawFields, drawTable } from './table.ts';
import { isShown, print, printDrawn, tell, widthOf } from './terminal.ts';

/** How the answer of a command is shown. */
export interface View {
  /** The field of a list's items. */
  readonly items?: string | undefined;
  readonly columns: readonly string[];
}

/** JSON as people and programs read it: control characters that JSON allows are escaped too. */
const toJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(
    /[\u007f-\u009f]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Shows one answer of the API in the format that was asked for. */
export async function show(body: unknown, view: View, globals: Globals, format = formatOf(globals)): Promise<void> {
  if (globals.query !== undefined) {
    const { queried } = await import('./query.ts');
    return shown(queried(body, globals.query), { columns: [] }, globals, format);
  }
  return shown(body, view, globals, format);
}

async function shown(body: unknown, view: View, globals: Globals, format: Format): Promise<void> {
  if (format === 'json') return print(toJson(body ?? null));
  if (format === 'yaml') return print((await import('./yaml.ts')).toYaml(body ?? null));
  const rows = rowsOf(body, view);
  const series = rows ? undefined : seriesRows(body);
  if (format === 'table' && series) return table(series, { columns: [] }, globals);
  if (format === 'table') return rows ? table(rows, view, globals) : one(body, globals);
  const textOf = format === 'id' ? idOf : (row: unknown) => JSON.stringify(row ?? null);
  lines((rows ?? [body]).map(textOf));
}

/** One thing, field by field. */
function one(body: unknown, globals: Globals): void {
  if (typeof body !== 'object' || body === null) {
    print(cellOf('', body));
    return;
  }
  const { columns } = globals;
  const chosen = columns === undefined ? body : columnsOf(globals).map((name) => [name, valueAt(body, name)]);
  printDrawn(
    drawFields(columns === undefined ? body : Object.fromEntries(chosen as [string, unknown][]), look(globals)),
  );
}

/** The items of a list; undefined for one thing. */
function rowsOf(body: unknown, { items }: View): readonly unknown[] | undefined {
  if (items !== undefined) return (body as Record<string, readonly unknown[]>)[items] ?? [];
  return Array.isArray(body) ? body : undefined;
}

const lines = (texts: readonly string[]): void => {
  if (texts.length > 0) print(texts.join('\n'));
};

/** The columns of `--columns`. */
function columnsOf({ columns = '' }: Globals): string[] {
  const names = columns.split(',').map((name) => name.trim());
  if (names.includes('')) throw usage(`columns: "${columns}" has an empty name (--columns id,name,status)`);
  return names;
}

const look = ({ header = true }: Globals) => ({
  width: widthOf(process.stdout),
  header,
  now: isShown(process.stdout) ? platformClock.now() : undefined,
});

/** Rows as a table, and a word on stderr about what did not fit. */
function table(rows: readonly unknown[], view: View, globals: Globals): void {
  if (rows.length > 0 && rows.every((row) => typeof row !== 'object' || row === null)) {
    lines(rows.map((row) => cellOf('', row)));
    return;
  }
  const columns = globals.columns === undefined ? columnsFor(rows, view) : knownColumns(rows, view, globals);
  if (rows.length === 0) {
    if (!globals.quiet && isShown(process.stdout)) tell('nothing found');
    return;
  }
  const drawn = drawTable(rows, columns, look(globals));
  printDrawn(drawn.text);
  if (globals.quiet || (drawn.hidden.length === 0 && !drawn.isCut)) return;
  const hidden = drawn.hidden.length > 0 ? `; columns left out: ${drawn.hidden.join(', ')}` : '';
  tell(`cut to ${process.stdout.columns} columns${hidden} (-o json shows everything)`);
}

/** The columns of `--columns`. Refuses one that no row of a list has; other rows may lack what they have elsewhere. */
function knownColumns(rows: readonly unknown[], { items }: View, globals: Globals): string[] {
  const columns = columnsOf(globals);
  const isUnknown = (column: string) => rows.length > 0 && !rows.some((row) => isFieldOf(row, column));
  const unknown = items === undefined ? undefined : columns.find(isUnknown);
  if (unknown === undefined) return columns;
  throw usage(`columns: there is no "${unknown}" (${Object.keys(rows[0] as object).join(', ')})`);
}

/** Whether a row has a column, or the object that has it. */
const isFieldOf = (row: unknown, column: string): boolean =>
  typeof row === 'object' && row !== null && (column.split('.')[0] ?? '') in row;

function columnsFor(rows: readonly unknown[], { columns }: View): readonly string[] {
  if (columns.length > 0) return columns;
  const [first] = rows;
  return typeof first === 'object' && first !== null ? Object.keys(first).slice(0, 8) : [];
}

const idFields = ['id', 'access_key_id', 'username', 'name', 'key', 'instance_id', 'resource'];

/** What names a row to another command. */
function idOf(row: unknown): string {
  if (typeof row !== 'object' || row === null) return cellOf('', row);
  const field = idFields.find((name) => name in row);
  return field ? String((row as Record<string, unknown>)[field]) : JSON.stringify(row);
}
