import { describe, expect, it } from 'vitest';
import { matches, nextDelay, pickCatcher, pickRetrier } from '#lib/local/stepfunctions/interpreter/recovery.ts';

const ErrorEquals = ['E'];
const delays = (retrier: object, count: number) =>
  Array.from({ length: count }, (_, used) => nextDelay({ ErrorEquals, ...retrier }, used, () => 0.5));

describe('the delay before a retry', () => {
  it.each([
    ['1 s doubling by default', {}, [1000, 2000, 4000, 8000]],
    ['interval × rate^n', { IntervalSeconds: 3, BackoffRate: 1.5 }, [3000, 4500, 6750, 10125]],
    ['constant at rate 1', { IntervalSeconds: 5, BackoffRate: 1 }, [5000, 5000, 5000]],
    ['capped by MaxDelaySeconds', { IntervalSeconds: 2, MaxDelaySeconds: 5 }, [2000, 4000, 5000, 5000]],
    [
      'anything up to that with full jitter',
      { IntervalSeconds: 2, MaxDelaySeconds: 5, JitterStrategy: 'FULL' },
      [1000, 2000, 2500],
    ],
    ['not jittered by NONE', { JitterStrategy: 'NONE' }, [1000, 2000]],
  ])('is %s', (_what, retrier, expected) => {
    expect(delays(retrier, expected.length)).toEqual(expected);
  });

  it('stays a time that a clock can hold after any number of attempts', () => {
    expect(nextDelay({ ErrorEquals }, 5_000)).toBe(99_999_999_000);
  });
});

describe('an error name', () => {
  it.each([
    [['A', 'B'], 'B', true],
    [['A'], 'a', false],
    [['States.ALL'], 'Anything', true],
    [['States.ALL'], 'States.Timeout', true],
    [['States.ALL'], 'States.DataLimitExceeded', false],
    [['States.ALL'], 'States.Runtime', false],
    [['States.DataLimitExceeded'], 'States.DataLimitExceeded', true],
    [['States.TaskFailed'], 'Anything', true],
    [['States.TaskFailed'], 'States.QueryEvaluationError', true],
    [['States.TaskFailed'], 'States.Timeout', false],
    [['States.TaskFailed'], 'States.HeartbeatTimeout', false],
    [['States.Timeout'], 'States.HeartbeatTimeout', true],
    [['States.HeartbeatTimeout'], 'States.Timeout', false],
  ])('among %j: %s is %s', (names, error, expected) => {
    expect(matches(names, error)).toBe(expected);
  });
});

describe('of several', () => {
  const retriers = [{ ErrorEquals: ['A'], MaxAttempts: 1 }, { ErrorEquals: ['States.ALL'] }];

  it('the first retrier that matches decides, each with a count of its own', () => {
    expect(pickRetrier(retriers, [], 'A')).toBe(0);
    expect(pickRetrier(retriers, [1], 'A')).toBe(-1);
    expect(pickRetrier(retriers, [1, 2], 'B')).toBe(1);
    expect(pickRetrier(retriers, [1, 3], 'B')).toBe(-1);
    expect(pickRetrier([{ ErrorEquals: ['A'], MaxAttempts: 0 }], [], 'A')).toBe(-1);
    expect(pickRetrier(undefined, [], 'A')).toBe(-1);
  });

  it('the first catcher that matches decides', () => {
    const catchers = [
      { ErrorEquals: ['A'], Next: 'X' },
      { ErrorEquals: ['States.ALL'], Next: 'Y' },
    ];
    expect(pickCatcher(catchers, 'A')?.Next).toBe('X');
    expect(pickCatcher(catchers, 'B')?.Next).toBe('Y');
    expect(pickCatcher([], 'B')).toBeUndefined();
  });
});
