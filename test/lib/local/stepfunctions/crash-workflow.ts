import { call, definition, ROLE, WAIT_FOR_TOKEN } from './definitions.ts';

/** The ARNs of the workflow below and of its one execution. */
export const MACHINE = 'arn:aws:states:us-east-1:000000000000:stateMachine:workflow';
/** The execution, by the name `execution`. */
export const EXECUTION = 'arn:aws:states:us-east-1:000000000000:execution:workflow:execution';

const tagged = (name: string, tag: string, more: object = {}) =>
  call(name, {
    Arguments: { FunctionName: name, Payload: { tag, id: '{% $id %}', fresh: '{% $uuid() %}' } },
    ...more,
  });
const nap = { Type: 'Wait', Timestamp: '{% $fromMillis($millis() + 150) %}' };

/** Every state type, a retry, a token, a catch and nested scopes; every call has a tag of its own. */
const STATES = {
  Begin: { Type: 'Pass', Assign: { id: '{% $uuid() %}' }, Next: 'First' },
  First: tagged('echo', 'first', { Next: 'Flaky' }),
  Flaky: tagged('flaky', 'flaky', {
    Retry: [{ ErrorEquals: ['Broken'], IntervalSeconds: 1, MaxDelaySeconds: 1, JitterStrategy: 'FULL' }],
    Next: 'Pick',
  }),
  Pick: { Type: 'Choice', Choices: [{ Condition: "{% $states.input = 'flaky' %}", Next: 'Nap' }] },
  Nap: { ...nap, Next: 'Job' },
  Job: tagged('job', 'job', {
    Resource: WAIT_FOR_TOKEN,
    Arguments: {
      FunctionName: 'job',
      Payload: { tag: 'job', id: '{% $id %}', token: '{% $states.context.Task.Token %}' },
    },
    Output: '{% $states.result %}',
    HeartbeatSeconds: 60,
    Next: 'Fan',
  }),
  Fan: {
    Type: 'Parallel',
    Branches: [
      {
        StartAt: 'Left',
        States: { Left: tagged('echo', 'left', { Next: 'LeftNap' }), LeftNap: { ...nap, End: true } },
      },
      {
        StartAt: 'Right',
        States: { Right: { Type: 'Pass', Assign: { r: 1 }, Next: 'RightCall' }, RightCall: tagged('echo', 'right') },
      },
    ],
    Next: 'Each',
  },
  Each: {
    Type: 'Map',
    Items: ['x', 'y', 'z'],
    MaxConcurrency: 2,
    ItemProcessor: {
      StartAt: 'Item',
      States: { Item: tagged('echo', "{% 'item-' & $states.input %}") },
    },
    Assign: { all: '{% $states.result %}' },
    Next: 'Doomed',
  },
  Doomed: {
    Type: 'Parallel',
    Branches: [
      { StartAt: 'Broken', States: { Broken: tagged('broken', 'broken') } },
      { StartAt: 'Long', States: { Long: { Type: 'Wait', Seconds: 600, End: true } } },
    ],
    Catch: [{ ErrorEquals: ['Broken'], Assign: { why: '{% $states.errorOutput.Error %}' }, Next: 'Undo' }],
    Next: 'End',
  },
  Undo: tagged('echo', 'undo', { Next: 'End' }),
  End: { Type: 'Succeed', Output: '{% { "all": $all, "why": $why, "last": $states.input } %}' },
};

/** The workflow as CreateStateMachine takes it. */
export const WORKFLOW = { name: 'workflow', roleArn: ROLE, definition: definition(STATES) };

/** What the execution gives, whatever happens on its way. */
export const EXPECTED = { all: ['item-x', 'item-y', 'item-z'], why: 'Broken', last: 'undo' };
