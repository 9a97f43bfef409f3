interface Field {
  min: number;
  max: number;
  /** Names that may be used instead of numbers. The first one stands for `min`. */
  names?: readonly string[];
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** Minute, hour, day of month, month, day of week (0 and 7 are Sunday). */
const fields: readonly Field[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: months },
  { min: 0, max: 7, names: days },
];

/** The maximum number of days of each month. */
const longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The maximum length of a text, since each item of a list can stand for sixty values. */
const LONGEST = 200;

class Problem extends Error {
  override readonly name = 'Problem';
}

/** Why a text is not a schedule of five fields that runs at most hourly and is ever due; undefined for a valid one. */
export const cronProblem = (text: string): string | undefined => problemOf(text, checkFrequency);

/** Why a text is not a window of five fields, which may be open as often as it likes; undefined for a valid one. */
export const windowProblem = (text: string): string | undefined => problemOf(text, () => undefined);

function problemOf(text: string, checkMinutes: (minutes: Set<number>) => void): string | undefined {
  try {
    if (text.length > LONGEST) throw new Problem(`has ${text.length} characters (at most ${LONGEST})`);
    const sets = valuesOf(text);
    checkMinutes(sets[0] as Set<number>);
    checkDates(text, sets);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

function valuesOf(text: string): Set<number>[] {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== fields.length) {
    const has = text.trim() === '' ? 'is empty' : `has ${parts.length} ${parts.length === 1 ? 'field' : 'fields'}`;
    throw new Problem(`${has} (five: minute, hour, day of month, month, day of week)`);
  }
  return fields.map(
    (field, at) => new Set((parts[at] as string).split(',').flatMap((item) => itemOf(item, field, at + 1))),
  );
}

/** The values of one item of a list: `*`, a value or a range; `*` and ranges may have a step. */
function itemOf(item: string, field: Field, number: number): number[] {
  const form = /^(\*|[A-Za-z0-9]+(?:-[A-Za-z0-9]+)?)(?:\/([A-Za-z0-9]+))?$/.exec(item);
  const where = `field ${number} ${JSON.stringify(item)}`;
  if (!form) throw new Problem(`${where} is neither *, a value, a range a-b, nor one of them with a step /n`);
  const [, span = '', by] = form;
  const [from, to] = spanOf(span, field, number);
  if (by !== undefined && span !== '*' && !span.includes('-')) {
    throw new Problem(`${where} has a step without a range (write ${span}-${field.max}/${by})`);
  }
  const step = by === undefined ? 1 : stepOf(by, field, where);
  const values: number[] = [];
  for (let value = from; value <= to; value += step) values.push(number === 5 ? value % 7 : value);
  return values;
}

function spanOf(span: string, field: Field, number: number): [from: number, to: number] {
  if (span === '*') return [field.min, number === 5 ? 6 : field.max];
  const [first = '', last = first] = span.split('-');
  const [from, to] = [numberOf(first, field, number), numberOf(last, field, number)];
  if (from > to) throw new Problem(`field ${number} ${JSON.stringify(span)} is a range that ends before it begins`);
  return [from, to];
}

function numberOf(text: string, { min, max, names }: Field, number: number): number {
  const named = names?.indexOf(text.toUpperCase()) ?? -1;
  if (named >= 0) return named + min;
  const where = `field ${number} ${JSON.stringify(text)}`;
  if (!/^\d+$/.test(text)) {
    throw new Problem(`${where} is not a number${names ? ` or one of ${names.join(', ')}` : ''}`);
  }
  const value = Number(text);
  if (value < min || value > max) throw new Problem(`${where} is out of range ${min}-${max}`);
  return value;
}

function stepOf(text: string, { min, max }: Field, where: string): number {
  const step = /^\d+$/.test(text) ? Number(text) : 0;
  if (step < 1 || step > max)
    throw new Problem(`${where} has a step out of range 1-${max - min + (min === 0 ? 0 : 1)}`);
  return step;
}

function checkFrequency(minutes: Set<number>): void {
  if (minutes.size <= 1) return;
  throw new Problem(`runs ${minutes.size} times an hour (at most once an hour: field 1 must be one minute)`);
}

/** With a day of the week, every month has a due day. Otherwise a month must be long enough for one of the days. */
function checkDates(
  text: string,
  [, , dates = new Set(), inMonths = new Set(), weekdays = new Set()]: Set<number>[],
): void {
  if (weekdays.size < 7) return;
  const earliest = Math.min(...dates);
  if ([...inMonths].some((month) => earliest <= (longest[month - 1] as number))) return;
  throw new Problem(`${JSON.stringify(text)} never runs: no such month has a day ${earliest}`);
}
