import { expect, test } from 'vitest';
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
])('%s is next due after %s at %s', (schedule, from, due) => expect(next(schedule, from)).toBe(due));

test.each([
  ['rate(0 minutes)', '"rate(0 minutes)" is no schedule (rate(5 minutes) or cron(0 2 * * ? *))'],
  ['every minute', '"every minute" is no schedule (rate(5 minutes) or cron(0 2 * * ? *))'],
  ['cron(* * * *)', 'cron(* * * *) has 4 fields (6 are needed)'],
  ['cron(0 0 * * * *)', 'cron(0 0 * * * *): one of the two day fields must be ?'],
  ['cron(60 0 * * ? *)', 'cron: "60" is no minutes (0 to 59)'],
  ['cron(0 0 L * ? *)', 'cron: "L" is no day of month (1 to 31)'],
  ['cron(0 0 ? * 2#1 *)', 'cron: "2#1" is no day of week (1 to 7)'],
])('%s is refused', (schedule, message) => expect(() => parseSchedule(schedule)).toThrow(new Error(message)));
