import { expect, test } from 'vitest';
import { financialYear, istDay, istMonth } from '#lib/model/platform/ist.ts';
import { financialYearInput, periodEnd, periodStart } from '#lib/model/platform/periods.ts';

test.each([
  ['2026-03-31T18:29:59Z', '2026-03-31', '2026-03', '25-26'],
  ['2026-03-31T18:30:00Z', '2026-04-01', '2026-04', '26-27'],
  ['2026-12-31T18:30:00Z', '2027-01-01', '2027-01', '26-27'],
  ['2099-06-01T00:00:00Z', '2099-06-01', '2099-06', '99-00'],
])('%s is %s in IST', (at, day, month, year) => {
  const moment = new Date(at);
  expect([istDay(moment), istMonth(moment), financialYear(moment)]).toEqual([day, month, year]);
});

test('a period begins and ends with its days in IST, or its seconds', () => {
  expect(periodStart.parse('2026-11-21').toISOString()).toBe('2026-11-20T18:30:00.000Z');
  expect(periodEnd.parse('2026-11-21').toISOString()).toBe('2026-11-21T18:30:00.000Z');
  expect(periodStart.parse('2026-11-21T04:10:00Z').toISOString()).toBe('2026-11-21T04:10:00.000Z');
  expect(periodEnd.parse('2026-11-21T04:10:00Z').toISOString()).toBe('2026-11-21T04:10:01.000Z');
  expect(periodEnd.parse('2026-11-21T09:40:00+05:30').toISOString()).toBe('2026-11-21T04:10:01.000Z');
  for (const text of ['2026-02-30', '2026-02-30T00:00:00Z', '2026-11-21T24:00:00Z', '2026-11-21T04:10:00']) {
    expect({ text, success: periodStart.safeParse(text).success }).toEqual({ text, success: false });
  }
});

test('a financial year is given with or without its century', () => {
  expect(financialYearInput.parse('2026-27')).toBe('26-27');
  expect(financialYearInput.parse('99-00')).toBe('99-00');
  expect(financialYearInput.safeParse('26-28').success).toBe(false);
});
