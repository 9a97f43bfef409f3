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

/** Every state type but Fail, a retry, a token and a catch; every call has a tag of its own. */
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
    Next: 'Left',
  }),
  Left: tagged('echo', 'left', { Next: 'LeftNap' }),
  LeftNap: { ...nap, Next: 'Right' },
  Right: { Type: 'Pass', Assign: { all: ['x', '{% $states.input %}'] }, Next: 'RightCall' },
  RightCall: tagged('echo', 'right', { Next: 'Doomed' }),
  Doomed: tagged('broken', 'broken', {
    Catch: [{ ErrorEquals: ['Broken'], Assign: { why: '{% $states.errorOutput.Error %}' }, Next: 'Undo' }],
    Next: 'End',
  }),
  Undo: tagged('echo', 'undo', { Next: 'End' }),
  End: { Type: 'Succeed', Output: '{% { "all": $all, "why": $why, "last": $states.input } %}' },
};

/** The workflow as CreateStateMachine takes it. */
export const WORKFLOW = { name: 'workflow', roleArn: ROLE, definition: definition(STATES) };

/** What the execution gives, whatever happens on its way. */
export const EXPECTED = { all: ['x', 'left'], why: 'Broken', last: 'undo' };
