import { describe, expect, it } from 'vitest';
import { call } from './definitions.ts';
import { harness, outputOf } from './harness.ts';

const { run } = await harness({ echo: (payload) => payload });

const choose = (rules: object[], more: object = {}) => ({
  Pick: { Type: 'Choice', Choices: rules, ...more },
  A: { Type: 'Pass', Output: { at: 'A', got: '{% $states.input %}' }, End: true },
  B: { Type: 'Pass', Output: { at: 'B', got: '{% $states.input %}' }, End: true },
});

describe('Choice', () => {
  it('takes the first rule that is true, with the rule’s Output', async () => {
    const rules = [
      { Condition: '{% $states.input.n > 10 %}', Next: 'B' },
      { Condition: '{% $states.input.n > 5 %}', Next: 'A', Output: '{% $states.input.n %}' },
      { Condition: '{% true %}', Next: 'B' },
    ];
    expect(outputOf(await run(choose(rules), { n: 7 }))).toEqual({ at: 'A', got: 7 });
  });

  it('takes Default, with the state’s Output, when no rule is', async () => {
    const more = { Default: 'B', Output: 'none' };
    const done = await run(choose([{ Condition: '{% false %}', Next: 'A' }], more));
    expect(outputOf(done)).toEqual({ at: 'B', got: 'none' });
  });

  it('fails with States.NoChoiceMatched without a Default', async () => {
    const states = choose([
      { Condition: '{% false %}', Next: 'A' },
      { Condition: '{% false %}', Next: 'B' },
    ]);
    expect(await run(states)).toMatchObject({ status: 'FAILED', error: 'States.NoChoiceMatched' });
  });

  it('fails with States.QueryEvaluationError for a condition that is no boolean', async () => {
    const states = choose([{ Condition: "{% 'yes' %}", Next: 'A' }], { Default: 'B' });
    expect(await run(states)).toMatchObject({ status: 'FAILED', error: 'States.QueryEvaluationError' });
  });
});

describe('variables', () => {
  it('are assigned all at once from the values before, and seen by later states', async () => {
    const done = await run(
      {
        A: { Type: 'Pass', Assign: { x: 1, y: '{% $states.input.y %}' }, Next: 'B' },
        B: { Type: 'Pass', Assign: { x: '{% $y %}', y: '{% $x %}' }, Output: '{% [$x, $y] %}', Next: 'C' },
        C: { Type: 'Pass', Output: '{% [$states.input, $x, $y] %}', End: true },
      },
      { y: 2 },
    );
    expect(outputOf(done)).toEqual([1, 2, 2, 1]);
  });

  it('come from a result, a rule and a catcher', async () => {
    const done = await run(
      {
        T: call('echo', { Assign: { got: '{% $states.result.Payload.a %}' }, Next: 'Pick' }),
        Pick: { Type: 'Choice', Choices: [{ Condition: '{% $got = 1 %}', Next: 'Bad', Assign: { rule: 'first' } }] },
        Bad: call('missing', {
          Next: 'E',
          Catch: [{ ErrorEquals: ['States.ALL'], Next: 'E', Assign: { why: '{% $states.errorOutput.Error %}' } }],
        }),
        E: { Type: 'Succeed', Output: '{% [$got, $rule, $why] %}' },
      },
      { a: 1 },
    );
    expect(outputOf(done)).toEqual([1, 'first', 'Lambda.ResourceNotFoundException']);
  });
});
