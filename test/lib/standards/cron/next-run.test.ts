import { expect, test } from 'vitest';
import { nextRun } from '#lib/standards/cron/next-run.ts';

/** The next runs after a moment. */
async function runs(cron: string, timezone: string, from: string, count: number): Promise<string[]> {
  const found: string[] = [];
  for (let at: Date | null = new Date(from); at && found.length < count; ) {
    at = await nextRun(cron, timezone, at);
    if (at) found.push(at.toISOString().replace(':00.000Z', 'Z'));
  }
  return found;
}

test('a time of a zone is that moment, strictly after the one given', async () => {
  expect(await runs('30 2 * * *', 'Asia/Kolkata', '2026-11-20T21:00:00Z', 2)).toEqual([
    '2026-11-21T21:00Z',
    '2026-11-22T21:00Z',
  ]);
});

test('a time that the clocks leave out is due when they have jumped; one that they repeat is due once', async () => {
  expect(await runs('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 2)).toEqual([
    '2026-03-29T01:00Z',
    '2026-03-30T00:30Z',
  ]);
  expect(await runs('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2)).toEqual([
    '2026-10-25T00:30Z',
    '2026-10-26T01:30Z',
  ]);
  expect(await runs('30 2,14 * * *', 'Europe/Berlin', '2026-10-24T13:00:00Z', 2)).toEqual([
    '2026-10-25T00:30Z',
    '2026-10-25T13:30Z',
  ]);
});

test('an hourly schedule is due every hour that passes, however the clocks are set', async () => {
  expect(await runs('30 * * * *', 'Europe/Berlin', '2026-03-28T23:40:00Z', 3)).toEqual([
    '2026-03-29T00:30Z',
    '2026-03-29T01:30Z',
    '2026-03-29T02:30Z',
  ]);
  expect(await runs('30 * * * *', 'Europe/Berlin', '2026-10-24T23:40:00Z', 3)).toEqual([
    '2026-10-25T00:30Z',
    '2026-10-25T01:30Z',
    '2026-10-25T02:30Z',
  ]);
});

test('names, lists, steps and ranges; a day of the month or of the week, where both are told', async () => {
  expect(await runs('0 0 29 2 *', 'UTC', '2026-01-01T00:00:00Z', 1)).toEqual(['2028-02-29T00:00Z']);
  expect(await runs('0 6-18/6 * jun MON', 'UTC', '2026-01-01T00:00:00Z', 4)).toEqual([
    '2026-06-01T06:00Z',
    '2026-06-01T12:00Z',
    '2026-06-01T18:00Z',
    '2026-06-08T06:00Z',
  ]);
  expect(await runs('0 0 13 * 5', 'UTC', '2026-11-01T00:00:00Z', 3)).toEqual([
    '2026-11-06T00:00Z',
    '2026-11-13T00:00Z',
    '2026-11-20T00:00Z',
  ]);
  expect(await runs('0 0 * * 7', 'UTC', '2026-11-02T00:00:00Z', 1)).toEqual(['2026-11-08T00:00Z']);
});
