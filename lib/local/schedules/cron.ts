import type { Schedule } from './schedule.ts';

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

interface Field {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Words for the values from `least` on. */
  readonly words?: readonly string[];
}

const fields: readonly Field[] = [
  { name: 'minutes', least: 0, most: 59 },
  { name: 'hours', least: 0, most: 23 },
  { name: 'day of month', least: 1, most: 31 },
  { name: 'month', least: 1, most: 12, words: months },
  { name: 'day of week', least: 1, most: 7, words: weekdays },
  { name: 'year', least: 1970, most: 2199 },
];

const DAY_MS = 86_400_000;
const SEARCH_DAYS = 4 * 366;

/** The six fields of an EventBridge cron expression, without L, W and #; one of the two day fields is `?`. */
export function parseCron(text: string): Schedule {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== fields.length) throw new Error(`cron(${text}) has ${parts.length} fields (6 are needed)`);
  if ((parts[2] === '?') === (parts[4] === '?')) throw new Error(`cron(${text}): one of the two day fields must be ?`);
  const sets = fields.map((field, i) => values(field, parts[i] ?? ''));
  const [minutes, hours, ...days] = sets as [Set<number>, Set<number>, ...Set<number>[]];
  const ordered = (set: Set<number>) => [...set].sort((a, b) => a - b);
  const times = ordered(hours).flatMap((hour) => ordered(minutes).map((minute) => (hour * 60 + minute) * 60_000));
  return { next: (from) => firstAfter(from, (day) => onDay(days, day), times) };
}

function firstAfter(from: Date, matches: (day: Date) => boolean, times: number[]): Date | undefined {
  const midnight = Math.floor(from.getTime() / DAY_MS) * DAY_MS;
  for (let i = 0; i < SEARCH_DAYS; i++) {
    const day = midnight + i * DAY_MS;
    const time = matches(new Date(day)) ? times.find((ms) => day + ms >= from.getTime()) : undefined;
    if (time !== undefined) return new Date(day + time);
  }
  return undefined;
}

function onDay([dates, monthSet, weekdaySet, years]: Set<number>[], day: Date): boolean {
  return [
    dates?.has(day.getUTCDate()),
    monthSet?.has(day.getUTCMonth() + 1),
    weekdaySet?.has(day.getUTCDay() + 1),
    years?.has(day.getUTCFullYear()),
  ].every(Boolean);
}

function values(field: Field, text: string): Set<number> {
  const all = new Set<number>();
  for (const item of text.split(',')) {
    const [, range, step = '1'] = /^([^/]+)(?:\/([1-9]\d*))?$/.exec(item) ?? [];
    const [least, most] = bounds(field, range ?? '', item.includes('/'));
    for (let value = least; value <= most; value += Number(step)) all.add(value);
  }
  return all;
}

function bounds(field: Field, range: string, stepped: boolean): [number, number] {
  if (range === '*' || (range === '?' && field.name.startsWith('day'))) return [field.least, field.most];
  const [from, to = from, ...more] = range.split('-').map((word) => numberOf(field, word));
  const valid = more.length === 0 && from !== undefined && to !== undefined && from <= to;
  if (!valid || from < field.least || to > field.most) {
    throw new Error(`cron: "${range}" is no ${field.name} (${field.least} to ${field.most})`);
  }
  return [from, stepped && !range.includes('-') ? field.most : to];
}

function numberOf(field: Field, word: string): number | undefined {
  const index = field.words?.indexOf(word.toUpperCase()) ?? -1;
  if (index >= 0) return field.least + index;
  return /^\d+$/.test(word) ? Number(word) : undefined;
}
