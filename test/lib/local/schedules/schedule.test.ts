import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseSchedule } from '#lib/local/schedules/schedule.ts';

const next = (schedule: string, from: string) => parseSchedule(schedule).next(new Date(from))?.toISOString();

test.each([
  ['rate(1 minute)', '2026-11-21T04:10:00Z', '2026-11-21T04:10:00.000Z'],
  ['rate(1 minute)', '2026-11-21T04:10:00.001Z', '2026-11-21T04:11:00.000Z'],
  ['rate(5 minutes)', '2026-11-21T04:11:00Z', '2026-11-21T04:15:00.000Z'],
  ['rate(1 hour)', '2026-11-21T04:11:00Z', '2026-11-21T05:00:00.000Z'],
  ['rate(1 day)', '2026-12-31T00:00:01Z', '2027-01-01T00:00:00.000Z'],
  ['cron(0 2 * * ? *)', '2026-11-21T02:00:00Z', '2026-11-21T02:00:00.000Z'],
  ['cron(0 2 * * ? *)', '2026-11-21T02:00:01Z', '2026-11-22T02:00:00.000Z'],
  ['cron(0/15 8-9 ? * MON-FRI *)', '2026-11-21T00:00:00Z', '2026-11-23T08:00:00.000Z'],
  ['cron(0/15 8-9 ? * MON-FRI *)', '2026-11-23T09:46:00Z', '2026-11-24T08:00:00.000Z'],
  ['cron(30 0 1 1,7 ? *)', '2026-11-21T00:00:00Z', '2027-01-01T00:30:00.000Z'],
  ['cron(0 0 29 FEB ? *)', '2026-11-21T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ['cron(0 0 1 1 ? 2020)', '2026-11-21T00:00:00Z', undefined],
  ['cron(0 0 1 1 ? 2040)', '2026-11-21T00:00:00Z', '2040-01-01T00:00:00.000Z'],
  ['cron(0 0 1 1 ? 2029/2)', '2029-11-21T00:00:00Z', '2031-01-01T00:00:00.000Z'],
  // Sunday is 1 and Saturday 7; croner alone would count from 0. The 21st is a Saturday.
  ['cron(0 0 ? * 1 *)', '2026-11-21T00:00:00Z', '2026-11-22T00:00:00.000Z'],
  ['cron(0 0 ? * 7 *)', '2026-11-21T00:00:00Z', '2026-11-21T00:00:00.000Z'],
  ['cron(0 0 ? * L *)', '2026-11-22T00:00:00Z', '2026-11-28T00:00:00.000Z'],
  ['cron(0 0 ? * sun,2 *)', '2026-11-22T00:00:01Z', '2026-11-23T00:00:00.000Z'],
  // The last day of a month, its last working day, the working day nearest to a date, the first Monday, the last
  // Friday.
  ['cron(0 0 L * ? *)', '2026-12-01T00:00:00Z', '2026-12-31T00:00:00.000Z'],
  ['cron(0 0 LW * ? *)', '2027-01-01T00:00:00Z', '2027-01-29T00:00:00.000Z'],
  ['cron(0 0 3W * ? *)', '2027-01-01T00:00:00Z', '2027-01-04T00:00:00.000Z'],
  ['cron(0 0 1W * ? *)', '2027-05-01T00:00:00Z', '2027-05-03T00:00:00.000Z'],
  ['cron(0 0 ? * 2#1 *)', '2026-11-21T00:00:00Z', '2026-12-07T00:00:00.000Z'],
  ['cron(0 0 ? * 6L *)', '2026-11-21T00:00:00Z', '2026-11-27T00:00:00.000Z'],
])('%s is next due after %s at %s', (schedule, from, due) => expect(next(schedule, from)).toBe(due));

test.each([
  ['rate(0 minutes)', '"rate(0 minutes)" is no schedule (rate(5 minutes) or cron(0 2 * * ? *))'],
  ['every minute', '"every minute" is no schedule (rate(5 minutes) or cron(0 2 * * ? *))'],
  ['cron(* * * *)', 'cron(* * * *) has 4 fields (6 are needed)'],
  ['cron(0 0 * * * *)', 'cron(0 0 * * * *): one of the two day fields must be ?'],
  ['cron(60 0 * * ? *)', 'cron(60 0 * * ? *): Invalid value for minute: 60'],
  ['cron(0 0 ? * 0 *)', 'cron(0 0 ? * 0 *): Invalid value for dayOfWeek: -1'],
  ['cron(0 0 ? * SAT-SUN *)', "cron(0 0 ? * SAT-SUN *): From value is larger than to value: '7-1'"],
  ['cron(? 0 * * ? *)', 'cron(? 0 * * ? *): "?" is not allowed there'],
  ['cron(L 0 * * ? *)', 'cron(L 0 * * ? *): "L" is not allowed there'],
  ['cron(0 0 ? * +2 *)', 'cron(0 0 ? * +2 *): "+2" is not allowed there'],
  ['cron(0 0 * ? ? *)', 'cron(0 0 * ? ? *): "?" is not allowed there'],
  ['cron(0 0 1 1 ? 2200)', 'cron(0 0 1 1 ? 2200): the year must be 1970 to 2199'],
  ['cron(0 0 1 1 ? 1969/2)', 'cron(0 0 1 1 ? 1969/2): the year must be 1970 to 2199'],
])('%s is refused', (schedule, message) => expect(() => parseSchedule(schedule)).toThrow(new Error(message)));

test('every schedule of functions/scheduled is due within a day, at its time', () => {
  const definitions: Record<string, { events?: { schedule?: { rate: string[] } }[] }> = parse(
    readFileSync('functions/scheduled/functions.yml', 'utf8'),
  );
  const schedules = Object.values(definitions).flatMap(({ events = [] }) =>
    events.flatMap(({ schedule }) => schedule?.rate ?? []),
  );
  const times = new Map(schedules.map((text) => [text, next(text, '2026-11-21T04:10:30Z')]));
  expect(Object.fromEntries(times)).toEqual({
    'rate(1 minute)': '2026-11-21T04:11:00.000Z',
    'rate(1 hour)': '2026-11-21T05:00:00.000Z',
    'rate(1 day)': '2026-11-22T00:00:00.000Z',
  });
});

/** The same by looking at each minute: slow, and plain. */
function searched(sets: Record<'minute' | 'hour' | 'month' | 'weekday', number[]>, from: Date): Date | undefined {
  for (let at = Math.ceil(from.getTime() / 60_000) * 60_000; at < from.getTime() + 100 * 86_400_000; at += 60_000) {
    const day = new Date(at);
    const holds =
      sets.minute.includes(day.getUTCMinutes()) &&
      sets.hour.includes(day.getUTCHours()) &&
      sets.weekday.includes(day.getUTCDay() + 1) &&
      sets.month.includes(day.getUTCMonth() + 1);
    if (holds) return day;
  }
  return undefined;
}

test('lists of values are due at the first minute that fits all of them', () => {
  const list = (min: number, max: number) => fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: 4 });
  const sets = fc.record({ minute: list(0, 59), hour: list(0, 23), month: list(1, 12), weekday: list(1, 7) });
  const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(sets, moments, (fields, from) => {
      const expected = searched(fields, from);
      const { minute, hour, month, weekday } = fields;
      const found = parseSchedule(`cron(${minute} ${hour} ? ${month} ${weekday} *)`).next(from);
      if (expected) expect(found).toEqual(expected);
      else expect(found?.getTime()).toBeGreaterThan(from.getTime() + 99 * 86_400_000);
    }),
    { numRuns: 100 },
  );
});
