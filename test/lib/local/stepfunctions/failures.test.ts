import { describe, expect, it } from 'vitest';
import { call } from './definitions.ts';
import { harness, outputOf, until } from './harness.ts';

class OutOfStock extends Error {
  override name = 'OutOfStock';
}

const attempts = new Map<string, number>();
const aborted: string[] = [];

const { run, history } = await harness({
  echo: (payload) => payload,
  broken: () => {
    throw new OutOfStock('none left');
  },
  thrower: () => Promise.reject('a plain text'),
  /** Fails `failures` times for a key, then gives how often it was called. */
  flaky: ({ key, failures, error = 'Flaky' }: { key: string; failures: number; error?: string }) => {
    const count = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, count);
    if (count <= failures) throw Object.assign(new Error(`failure ${count}`), { name: error });
    return count;
  },
  stuck: (key: string, signal?: AbortSignal) =>
    new Promise((resolve) => {
      signal?.addEventListener('abort', () => resolve(aborted.push(key)));
    }),
  circle: () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    return circle;
  },
  big: () => 'x'.repeat(300_000),
});

const flaky = (more: object) => ({ A: call('flaky', more) });
const quick = { IntervalSeconds: 1, MaxDelaySeconds: 1, JitterStrategy: 'FULL' };
const any = ['States.ALL'];

describe.concurrent('what a function throws', () => {
  it('fails the execution by its name, with Lambda’s cause', async () => {
    const done = await run({ A: call('broken') });
    expect(done).toMatchObject({ status: 'FAILED', error: 'OutOfStock' });
    expect(JSON.parse(done.cause as string)).toEqual({ errorType: 'OutOfStock', errorMessage: 'none left' });
  });

  it('may be no Error', async () => {
    const done = await run({ A: call('thrower') });
    expect(done.error).toBe('string');
    expect(JSON.parse(done.cause as string)).toEqual({ errorType: 'string', errorMessage: 'a plain text' });
  });

  it('includes answers that are no JSON', async () => {
    expect(await run({ A: call('circle') })).toMatchObject({ status: 'FAILED', error: 'TypeError' });
  });

  it('is States.DataLimitExceeded for an answer over 256 KiB, which no wildcard catches', async () => {
    const Catch = [{ ErrorEquals: any, Next: 'B' }];
    const done = await run({ A: call('big', { Catch }), B: { Type: 'Succeed' } });
    expect(done).toMatchObject({ status: 'FAILED', error: 'States.DataLimitExceeded' });
  });
});

describe.concurrent('Catch', () => {
  const caught = (names: string[], more: object = {}) => ({
    A: call('broken', {
      Catch: [
        { ErrorEquals: ['Other'], Next: 'Wrong' },
        { ErrorEquals: names, Next: 'B', ...more },
      ],
    }),
    Wrong: { Type: 'Fail' },
    B: { Type: 'Succeed' },
  });

  it.each([['OutOfStock'], ['States.TaskFailed'], ['States.ALL']])('takes the error by %s', async (name) => {
    expect(outputOf(await run(caught([name])))).toEqual({
      Error: 'OutOfStock',
      Cause: '{"errorType":"OutOfStock","errorMessage":"none left"}',
    });
  });

  it('gives its Output and Assign', async () => {
    const more = { Output: '{% $parse($states.errorOutput.Cause).errorMessage & $states.input.a %}' };
    expect(outputOf(await run(caught(any, more), { a: '!' }))).toBe('none left!');
  });

  it('leaves an error that nothing names', async () => {
    expect(await run(caught(['States.Timeout']))).toMatchObject({ status: 'FAILED', error: 'OutOfStock' });
  });

  it('takes an expression that fails, in Arguments and in Output', async () => {
    const Catch = [
      { ErrorEquals: ['States.QueryEvaluationError'], Next: 'B', Output: '{% $states.errorOutput.Cause %}' },
    ];
    const B = { Type: 'Succeed' };
    const before = await run({
      A: call('echo', { Arguments: { FunctionName: 'echo', Payload: '{% $states.input.no %}' }, Catch }),
      B,
    });
    expect(outputOf(before)).toContain(
      "'$states.input.no' specified for the field 'Arguments/Payload' returned nothing",
    );
    const after = await run({ A: call('echo', { Output: "{% 1 + 'x' %}", Catch }), B });
    expect(outputOf(after)).toContain("specified for the field 'Output' threw an error during evaluation");
  });
});

describe.concurrent('Retry', () => {
  it('tries again until it succeeds, and counts in the context', async () => {
    const done = await run(
      flaky({
        Retry: [{ ErrorEquals: ['Flaky'], ...quick }],
        Output: '{% [$states.result.Payload, $states.context.State.RetryCount] %}',
      }),
      { key: 'succeeds', failures: 2 },
    );
    expect(outputOf(done)).toEqual([3, 2]);
    const types = (await history(done.executionArn as string)).map(({ type }) => type);
    expect(types.filter((type) => type === 'TaskScheduled')).toHaveLength(3);
    expect(types.filter((type) => type === 'TaskFailed')).toHaveLength(2);
    expect(types.filter((type) => type === 'TaskStateEntered')).toHaveLength(1);
  });

  it('waits for its interval', async () => {
    const done = await run(flaky({ Retry: [{ ErrorEquals: any, IntervalSeconds: 1, MaxAttempts: 1 }] }), {
      key: 'waits',
      failures: 1,
    });
    const events = await history(done.executionArn as string);
    const at = (type: string, index: number) => Number(events.filter((event) => event.type === type)[index]?.timestamp);
    expect(at('TaskScheduled', 1) - at('TaskFailed', 0)).toBeGreaterThanOrEqual(1000);
  });

  it('gives up after MaxAttempts and leaves the error to Catch', async () => {
    const Catch = [
      { ErrorEquals: ['Flaky'], Next: 'B', Output: '{% $parse($states.errorOutput.Cause).errorMessage %}' },
    ];
    const states = {
      ...flaky({ Retry: [{ ErrorEquals: any, ...quick, MaxAttempts: 1 }], Catch }),
      B: { Type: 'Succeed' },
    };
    expect(outputOf(await run(states, { key: 'gives up', failures: 9 }))).toBe('failure 2');
  });

  it('does not try an error that nothing names', async () => {
    const done = await run(flaky({ Retry: [{ ErrorEquals: ['Other'] }] }), { key: 'other', failures: 1 });
    expect(done).toMatchObject({ status: 'FAILED', error: 'Flaky' });
    expect(attempts.get('other')).toBe(1);
  });
});

describe.concurrent('TimeoutSeconds', () => {
  it('of a Task ends its attempt with States.Timeout and aborts the call', async () => {
    const Catch = [{ ErrorEquals: ['States.Timeout'], Next: 'B', Output: '{% $states.errorOutput %}' }];
    const done = await run({ A: call('stuck', { TimeoutSeconds: '{% 1 %}', Catch }), B: { Type: 'Succeed' } }, 'task');
    expect(outputOf(done)).toEqual({ Error: 'States.Timeout' });
    expect(aborted).toContain('task');
  });

  it('of a machine ends the execution as TIMED_OUT', async () => {
    const done = await run({ A: call('stuck') }, 'machine', { TimeoutSeconds: 1 });
    expect(done).toMatchObject({ status: 'TIMED_OUT', error: 'States.Timeout' });
    expect(Number(done.stopDate) - Number(done.startDate)).toBeGreaterThanOrEqual(1000);
    await until(() => aborted.includes('machine'));
    expect((await history(done.executionArn as string)).at(-1)?.type).toBe('ExecutionTimedOut');
  });
});

it('an execution that never ends is ended at 25,000 events', async () => {
  const chain = Array.from({ length: 20 }, (_, index) => [
    `P${index}`,
    { Type: 'Pass', Next: index < 19 ? `P${index + 1}` : 'Again' },
  ]);
  const done = await run({
    ...Object.fromEntries(chain),
    Again: { Type: 'Choice', Choices: [{ Condition: '{% false %}', Next: 'End' }], Default: 'P0' },
    End: { Type: 'Succeed' },
  });
  expect(done).toMatchObject({ status: 'FAILED', error: 'States.Runtime' });
  expect(done.cause).toContain('25000');
});
