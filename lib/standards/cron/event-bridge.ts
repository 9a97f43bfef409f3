import { Cron } from 'croner';

/** Returns the first due time at or after a moment; null where there is none. */
export type DueTimes = (from: Date) => Date | null;

/** What each field allows (EventBridge, cron expressions): minutes, hours, day of month, month, day of week, year. */
const fields: readonly RegExp[] = [
  /^[\d*,/-]+$/,
  /^[\d*,/-]+$/,
  /^(?:\?|[\d*,/LW-]+)$/i,
  /^[\dA-Z*,/-]+$/i,
  /^(?:\?|[\dA-Z*,/#-]+)$/i,
  /^[\d*,/-]+$/,
];
const YEARS = { first: 1970, last: 2199 };

/**
 * The due times of the six fields of an EventBridge cron expression, in UTC. Throws Error for any other text. croner
 * accepts more than EventBridge does: `?` as the present time, `+`, seconds. These are refused here or never reach it.
 */
export function dueTimes(text: string): DueTimes {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== fields.length) throw new Error(`cron(${text}) has ${parts.length} fields (6 are needed)`);
  const [minutes, hours, date, month, weekday, year] = parts as [string, string, string, string, string, string];
  if ((date === '?') === (weekday === '?')) throw new Error(`cron(${text}): one of the two day fields must be ?`);
  const wrong = parts.find((part, i) => !fields[i]?.test(part));
  if (wrong !== undefined) throw new Error(`cron(${text}): "${wrong}" is not allowed there`);
  if (!yearsOf(year).every(isYear)) throw new Error(`cron(${text}): the year must be ${YEARS.first} to ${YEARS.last}`);
  // The last day of the week is Saturday; croner knows L only behind a day's number.
  const pattern = ['0', minutes, hours, any(date), month, weekday.toUpperCase() === 'L' ? '7' : any(weekday), year];
  const cron = compile(text, pattern.join(' '));
  // croner looks strictly after a moment, in whole seconds.
  return (from) => cron.nextRun(new Date(from.getTime() - 1));
}

const any = (day: string): string => (day === '?' ? '*' : day);

/** The numbers of a year field, without steps. */
const yearsOf = (field: string): number[] => [...field.matchAll(/(?<![/\d])\d+/g)].map(([digits]) => Number(digits));

const isYear = (year: number): boolean => year >= YEARS.first && year <= YEARS.last;

/** EventBridge counts days of the week from 1 (Sunday), and has `0/15` for `0-59/15`. */
function compile(text: string, pattern: string): Cron {
  try {
    return new Cron(pattern, { timezone: 'UTC', mode: '7-part', alternativeWeekdays: true, sloppyRanges: true });
  } catch (error) {
    throw new Error(`cron(${text}): ${(error as Error).message.replace(/^CronPattern: /, '')}`);
  }
}
