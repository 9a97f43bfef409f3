import { describe, expect, it } from 'vitest';
import { call } from './definitions.ts';
import { harness, outputOf, until } from './harness.ts';

let active = 0;
let most = 0;
let crowd = { size: 0, reached: Promise.withResolvers<void>() };
const aborted: string[] = [];

const { run, history } = await harness({
  echo: (payload) => payload,
  broken: () => {
    throw Object.assign(new Error('no'), { name: 'Broken' });
  },
  stuck: (key: string, signal?: AbortSignal) =>
    new Promise((resolve) => {
      signal?.addEventListener('abort', () => resolve(aborted.push(key)));
    }),
  /** Returns once as many run at the same time as are expected to. */
  counted: async () => {
    active += 1;
    most = Math.max(most, active);
    if (active === crowd.size) crowd.reached.resolve();
    await crowd.reached.promise;
    active -= 1;
  },
});

const scope = (name: string, state: object) => ({ StartAt: name, States: { [name]: state } });
const parallel = (branches: object[], more: object = {}) => ({
  P: { Type: 'Parallel', Branches: branches, ...('Next' in more ? {} : { End: true }), ...more },
});
const map = (state: object, more: object = {}) => ({
  M: { Type: 'Map', ItemProcessor: scope('I', state), ...('Next' in more ? {} : { End: true }), ...more },
});

describe('Parallel', () => {
  it('gives every branch the input, and the outputs in the order of the branches', async () => {
    const branches = [
      scope('A', { Type: 'Pass', Output: '{% $states.input.n + 1 %}', End: true }),
      scope('B', call('echo')),
    ];
    expect(outputOf(await run(parallel(branches), { n: 1 }))).toEqual([2, { n: 1 }]);
  });

  it('gives its Arguments instead, and its Output and Assign from the result', async () => {
    const more = {
      Arguments: { n: '{% $states.input.n * 10 %}' },
      Assign: { sum: '{% $sum($states.result.n) %}' },
      Next: 'E',
    };
    const states = {
      ...parallel([scope('A', call('echo')), scope('B', call('echo'))], more),
      E: { Type: 'Succeed', Output: '{% $sum %}' },
    };
    expect(outputOf(await run(states, { n: 2 }))).toBe(40);
  });

  it('fails with the error of the branch that fails first, and cancels the others', async () => {
    const branches = [
      scope('A', call('stuck')),
      scope('W', { Type: 'Wait', Seconds: 600, End: true }),
      scope('B', call('broken')),
    ];
    const done = await run(parallel(branches), 'sibling');
    expect(done).toMatchObject({ status: 'FAILED', error: 'Broken' });
    await until(() => aborted.includes('sibling'));
    const types = (await history(done.executionArn as string)).map(({ type }) => type);
    expect(types.filter((type) => type?.endsWith('Aborted')).sort()).toEqual(['TaskStateAborted', 'WaitStateAborted']);
    expect(types.slice(-2)).toEqual(['ParallelStateFailed', 'ExecutionFailed']);
  });

  it('leaves the error to its Catch', async () => {
    const Catch = [{ ErrorEquals: ['Broken'], Next: 'E', Output: '{% $states.errorOutput.Error %}' }];
    const states = { ...parallel([scope('B', call('broken'))], { Catch }), E: { Type: 'Succeed' } };
    expect(outputOf(await run(states))).toBe('Broken');
  });

  it('holds a Fail state to its own branch’s error', async () => {
    const done = await run(parallel([scope('F', { Type: 'Fail', Error: 'Mine', Cause: 'because' })]));
    expect(done).toMatchObject({ status: 'FAILED', error: 'Mine', cause: 'because' });
  });
});

describe('Map', () => {
  it('runs over the input, in order', async () => {
    expect(outputOf(await run(map(call('echo')), [3, 1, 2]))).toEqual([3, 1, 2]);
  });

  it('runs over Items with ItemSelector and the item in the context', async () => {
    const more = {
      Items: '{% $states.input.list %}',
      ItemSelector: { value: '{% $states.context.Map.Item.Value %}', all: '{% $count($states.input.list) %}' },
    };
    const state = {
      Type: 'Pass',
      Output: '{% [$states.context.Map.Item.Index, $states.input.value, $states.input.all] %}',
      End: true,
    };
    expect(outputOf(await run(map(state, more), { list: ['a', 'b'] }))).toEqual([
      [0, 'a', 2],
      [1, 'b', 2],
    ]);
  });

  it('gives an empty list for no items', async () => {
    expect(outputOf(await run(map(call('echo')), []))).toEqual([]);
  });

  it.each([
    [3, 3],
    ['{% 2 %}', 2],
    [0, 40],
    [1000, 40],
  ])('runs at most MaxConcurrency %s at a time: %i', async (MaxConcurrency, limit) => {
    most = 0;
    crowd = { size: limit, reached: Promise.withResolvers<void>() };
    const done = await run(
      map(call('counted'), { MaxConcurrency }),
      Array.from({ length: 50 }, (_, index) => index),
    );
    expect(done.status).toBe('SUCCEEDED');
    expect(most).toBe(limit);
  });

  it('fails with the error of the iteration that fails, and starts no more', async () => {
    const state = { Type: 'Choice', Choices: [{ Condition: '{% $states.input = 1 %}', Next: 'F' }], Default: 'T' };
    const ItemProcessor = { StartAt: 'C', States: { C: state, F: { Type: 'Fail', Error: 'Mine' }, T: call('echo') } };
    const done = await run({ M: { Type: 'Map', ItemProcessor, MaxConcurrency: 1, End: true } }, [0, 1, 2]);
    expect(done).toMatchObject({ status: 'FAILED', error: 'Mine' });
    const events = await history(done.executionArn as string);
    const started = events.filter(({ type }) => type === 'MapIterationStarted');
    expect(started.map(({ mapIterationStartedEventDetails: details }) => details?.index)).toEqual([0, 1]);
    expect(events.find(({ type }) => type === 'MapStateStarted')?.mapStateStartedEventDetails?.length).toBe(3);
  });

  it.each([
    ['Items', "{% 'text' %}"],
    ['MaxConcurrency', '{% -1 %}'],
  ])('fails for %s of %s', async (field, value) => {
    const done = await run(map(call('echo'), { [field]: value }), []);
    expect(done).toMatchObject({ status: 'FAILED', error: 'States.QueryEvaluationError' });
    expect(done.cause).toContain(`'${field}'`);
  });

  it('in a Parallel in a Map keeps each scope’s variables and items apart', async () => {
    const leaf = {
      StartAt: 'Set',
      States: {
        Set: { Type: 'Pass', Assign: { v: '{% $states.input * 10 %}' }, Next: 'Get' },
        Get: { Type: 'Pass', Output: '{% [$v, $states.context.Map.Item.Index] %}', End: true },
      },
    };
    const middle = {
      Type: 'Parallel',
      Branches: [scope('Leaf', { Type: 'Map', ItemProcessor: leaf, End: true })],
      End: true,
    };
    expect(outputOf(await run(map(middle), [[1, 2], [3]]))).toEqual([
      [
        [
          [10, 0],
          [20, 1],
        ],
      ],
      [[[30, 0]]],
    ]);
  });
});
