import {
  CreateStateMachineCommand,
  UpdateStateMachineCommand,
  ValidateStateMachineDefinitionCommand,
} from '@aws-sdk/client-sfn';
import aslValidator from 'asl-validator';
import { describe, expect, it } from 'vitest';
import { call, definition, ROLE } from './definitions.ts';
import { harness, refusal } from './harness.ts';
import { all, pass } from './parts.ts';
import { NOT_RUN_HERE } from './refused-here.ts';
import { AGAINST_THE_LANGUAGE } from './refused-language.ts';

const { client, machine } = await harness();

describe('a definition is refused, with the place and the reason, for', () => {
  it.each(Object.entries({ ...AGAINST_THE_LANGUAGE, ...NOT_RUN_HERE }))('%s', async (_what, [text, reason]) => {
    const error = await refusal(
      client.send(new CreateStateMachineCommand({ name: 'refused', definition: text, roleArn: ROLE })),
    );
    expect(error.name).toBe('InvalidDefinition');
    expect(error.message).toContain(reason);
  });
});

it('an update is refused like a creation, and changes nothing', async () => {
  const stateMachineArn = await machine({ A: pass() });
  const update = new UpdateStateMachineCommand({ stateMachineArn, definition: definition({ A: pass({ Next: 'B' }) }) });
  expect((await refusal(client.send(update))).name).toBe('InvalidDefinition');
});

it('ValidateStateMachineDefinition names every problem with its place', async () => {
  const bad = definition({ A: pass({ Foo: 1, Output: '{% $nope %}' }), B: pass() });
  expect(await client.send(new ValidateStateMachineDefinitionCommand({ definition: bad }))).toMatchObject({
    result: 'FAIL',
    truncated: false,
    diagnostics: [
      { severity: 'ERROR', location: '/States/A/Foo', message: 'is not supported here' },
      { location: '/States/A/Output', message: 'uses the variable $nope, which nothing assigns' },
      { location: '/States/B', message: 'cannot be reached' },
    ],
  });
  expect(
    await client.send(new ValidateStateMachineDefinitionCommand({ definition: definition({ A: pass() }) })),
  ).toMatchObject({
    result: 'OK',
    diagnostics: [],
  });
});

describe('the language’s own validator agrees', () => {
  const accepted = {
    everything: definition({
      A: call('f', {
        Comment: 'c',
        TimeoutSeconds: '{% 5 %}',
        Retry: [{ ErrorEquals: ['E', 'States.Timeout'], IntervalSeconds: 2, BackoffRate: 1.5, MaxAttempts: 0 }, all],
        Catch: [
          {
            ...all,
            Next: 'C',
            Output: '{% $states.errorOutput.Cause %}',
            Assign: { why: '{% $states.errorOutput %}' },
          },
        ],
        Assign: { a: '{% $states.result %}' },
        Next: 'W',
      }),
      W: { Type: 'Wait', Seconds: 1, Next: 'T' },
      T: { Type: 'Wait', Timestamp: '2030-01-01T00:00:00Z', Next: 'C' },
      C: { Type: 'Choice', Choices: [{ Condition: '{% true %}', Next: 'S' }], Default: 'F' },
      S: { Type: 'Succeed', Output: '{% 1 %}' },
      F: { Type: 'Fail', Error: 'E', Cause: '{% $string(1) %}' },
    }),
    one: definition({ A: pass() }, { Version: '1.0', TimeoutSeconds: 5, Comment: 'c' }),
  };

  it.each(Object.entries(accepted))('on taking %s', async (_what, text) => {
    expect(aslValidator(JSON.parse(text)).errorsText()).toBe('');
    const { result } = await client.send(new ValidateStateMachineDefinitionCommand({ definition: text }));
    expect(result).toBe('OK');
  });

  it.each(Object.entries(AGAINST_THE_LANGUAGE))('on refusing %s', (_what, [text]) => {
    expect(aslValidator(JSON.parse(text)).isValid).toBe(false);
  });
});
