import { plain } from './terminal.ts';

/** A value by its column, `usage.size_bytes` being a field of a field. */
export function valueAt(row: unknown, column: string): unknown {
  return column
    .split('.')
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[name], row);
}

/** A value as a cell: `-` for nothing, rupees for paise, and times as an age where `now` is given. */
export function cellOf(column: string, value: unknown, now?: number): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'number') return numberCell(column, value);
  if (typeof value === 'string') return now === undefined ? plain(value) : timed(plain(value), now);
  if (Array.isArray(value)) return arrayCell(column, value, now);
  return typeof value === 'object' ? plain(objectCell(value)) : String(value);
}

/** Longer lists of objects are counted: a line is not the place to read them. */
function arrayCell(column: string, values: readonly unknown[], now?: number): string {
  const text = values.map((item) => cellOf(column, item, now)).join(',');
  const isLong = text.length > 200 && values.some((item) => typeof item === 'object');
  return isLong ? `${values.length} items` : text || '-';
}

/** What a number is, by the end of its field's name (contract 1.2). */
const measures: readonly (readonly [RegExp, (value: number) => string])[] = [
  [/_paise_per_hour$/, (paise) => `${rupees(paise)}/hour`],
  [/_paise_per_month$/, (paise) => `${rupees(paise)}/month`],
  [/_paise(_per_\w{1,20})?$/, (paise) => rupees(paise)],
  [/(^|\.)price_monthly$/, (amount) => `${rupees(100 * amount)}/month`],
  [/(^|[._])bytes$|(^|\.)size$/, (value) => bytes(value)],
  [/(^|\.)ram$|_mib$/, (value) => `${value} MiB`],
  [/(^|\.)disk$|_gib$/, (value) => `${value} GiB`],
  [/_percent$/, (value) => `${value} %`],
  [/_seconds$/, (value) => `${value} s`],
];

function numberCell(column: string, value: number): string {
  const measure = measures.find(([end]) => end.test(column))?.[1];
  return measure ? measure(value) : String(value);
}

/** The end of a field's name that a cell says. */
const said = /_(paise(_per_\w{1,20})?|gib|mib|bytes|percent|seconds)$|(?<=^price)_monthly$/;

/** A column's title, without the unit that its cells have. */
export const titleOf = (column: string): string =>
  plain(column).replace(said, '').toUpperCase().replaceAll(/[_.]/g, ' ');

/** Paise as rupees: `₹1,234.50`. What is less than one paisa is not nothing. */
export function rupees(paise: number): string {
  if (paise !== 0 && Math.abs(paise) < 1) return paise > 0 ? '< ₹0.01' : '> -₹0.01';
  const text = (Math.abs(paise) / 100).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${paise < 0 ? '-' : ''}₹${text}`;
}

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** Bytes in the unit that fits: `1.5 GiB`. */
export function bytes(value: number): string {
  const power = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(value) / 10));
  const scaled = value / 1024 ** power;
  return `${power === 0 || scaled >= 100 ? Math.round(scaled) : scaled.toFixed(1)} ${units[power]}`;
}

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

function timed(text: string, now: number): string {
  if (!isTime.test(text)) return text;
  const seconds = Math.round((now - Date.parse(text)) / 1000);
  return seconds < 0 ? `in ${span(-seconds)}` : `${span(seconds)} ago`;
}

/** A span of seconds in the largest unit of which there are two at least: `90 s`, `5 min`. */
export function span(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

/** An object as its fields on one line; one that names something is called by that name. */
function objectCell(value: object): string {
  const fields = value as Readonly<Record<string, unknown>>;
  if (Object.keys(fields).length === 0) return '-';
  const name = fields.name ?? fields.username ?? fields.address;
  if (typeof name === 'string') return name;
  return Object.entries(fields)
    .map(([key, part]) => `${key}=${typeof part === 'object' && part !== null ? JSON.stringify(part) : String(part)}`)
    .join(' ');
}
