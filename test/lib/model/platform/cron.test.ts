import { describe, expect, test } from 'vitest';
import { cronProblem } from '#lib/model/platform/cron.ts';

describe('a schedule of five fields', () => {
  test.each([
    '0 2 * * *',
    '  30   4 * * 1-5 ',
    '15 */6 * * *',
    '0 9-17/2 1,15 * *',
    '0 0 * jan-mar,DEC sun',
    '0 0 * * 7',
    '0 0 29 2 *',
    '59 23 31 * FRI',
    '0 0 31 2 MON',
  ])('%s is one', (text) => {
    expect(cronProblem(text)).toBeUndefined();
  });

  const five = '(five: minute, hour, day of month, month, day of week)';
  test.each([
    ['0 25 * * *', 'field 2 "25" is out of range 0-23'],
    ['60 2 * * *', 'field 1 "60" is out of range 0-59'],
    ['0 2 0 * *', 'field 3 "0" is out of range 1-31'],
    ['0 2 * 13 *', 'field 4 "13" is out of range 1-12'],
    ['0 2 * * 8', 'field 5 "8" is out of range 0-7'],
    ['0 2 * * MO', 'field 5 "MO" is not a number or one of SUN, MON, TUE, WED, THU, FRI, SAT'],
    ['0 two * * *', 'field 2 "two" is not a number'],
    ['0 1,,2 * * *', 'field 2 "" is neither *, a value, a range a-b, nor one of them with a step /n'],
    ['0 -1 * * *', 'field 2 "-1" is neither *, a value, a range a-b, nor one of them with a step /n'],
    ['0 2 L * *', 'field 3 "L" is not a number'],
    ['0 2 ? * *', 'field 3 "?" is neither *, a value, a range a-b, nor one of them with a step /n'],
    ['0 22-2 * * *', 'field 2 "22-2" is a range that ends before it begins'],
    ['0 */0 * * *', 'field 2 "*/0" has a step out of range 1-23'],
    ['0 2/3 * * *', 'field 2 "2/3" has a step without a range (write 2-23/3)'],
    ['* 2 * * *', 'runs 60 times an hour (at most once an hour: field 1 must be one minute)'],
    ['0,30 2 * * *', 'runs 2 times an hour (at most once an hour: field 1 must be one minute)'],
    ['0 0 31 4,6 *', '"0 0 31 4,6 *" never runs: no such month has a day 31'],
    ['@daily', `has 1 field ${five}`],
    ['0 0 2 * * *', `has 6 fields ${five}`],
    ['', `is empty ${five}`],
  ])('%s is none', (text, problem) => {
    expect(cronProblem(text)).toBe(problem);
  });
});
