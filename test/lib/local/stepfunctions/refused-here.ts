import { call, definition, INVOKE, WAIT_FOR_TOKEN } from './definitions.ts';
import { all, pass, retry } from './parts.ts';

/** States inside a state. */
const inner = { StartAt: 'In', States: { In: pass() } };

/**
 * Definitions that a schema accepts but AWS or this engine does not run, with the place and reason that a refusal
 * names.
 */
export const NOT_RUN_HERE: Record<string, [text: string, reason: string]> = {
  'text that is no JSON': ['{', '/: cannot be read'],
  'JSONPath by default': [JSON.stringify({ StartAt: 'A', States: { A: pass() } }), '/QueryLanguage: is required'],
  'JSONPath by name': [definition({ A: pass() }, { QueryLanguage: 'JSONPath' }), '/QueryLanguage: must be JSONata'],
  'a JSONPath state': [
    definition({ A: pass({ QueryLanguage: 'JSONPath' }) }),
    '/States/A/QueryLanguage: must be JSONata',
  ],
  'a wrong version': [definition({ A: pass() }, { Version: '2.0' }), '/Version: must be 1.0'],
  'a JSONPath field': [definition({ A: pass({ ResultPath: '$.a' }) }), '/States/A/ResultPath: is not supported here'],
  'a direct Lambda ARN': [
    definition({ A: call('f', { Resource: 'arn:aws:lambda:us-east-1:000000000000:function:f' }) }),
    `/States/A/Resource: must be ${INVOKE} or ${WAIT_FOR_TOKEN}`,
  ],
  'another service': [
    definition({ A: call('f', { Resource: 'arn:aws:states:::sqs:sendMessage' }) }),
    '/States/A/Resource: must be',
  ],
  'a call without a function': [
    definition({ A: call('f', { Arguments: {} }) }),
    '/States/A/Arguments/FunctionName: is required',
  ],
  'another argument of invoke': [
    definition({ A: call('f', { Arguments: { FunctionName: 'f', InvocationType: 'Event' } }) }),
    '/States/A/Arguments/InvocationType: is not supported here',
  ],
  credentials: [definition({ A: call('f', { Credentials: {} }) }), '/States/A/Credentials: is not supported here'],
  'a timeout of 0': [
    definition({ A: call('f', { TimeoutSeconds: 0 }) }),
    '/States/A/TimeoutSeconds: must be an integer from 1',
  ],
  'a heartbeat without a token': [
    definition({ A: call('f', { HeartbeatSeconds: 3 }) }),
    '/States/A/HeartbeatSeconds: needs a resource',
  ],
  'a heartbeat not below the timeout': [
    definition({ A: call('f', { Resource: WAIT_FOR_TOKEN, HeartbeatSeconds: 3, TimeoutSeconds: 3 }) }),
    '/States/A/HeartbeatSeconds: must be smaller than TimeoutSeconds',
  ],
  'States.ALL before the last retrier': [
    definition(retry(all, { ErrorEquals: ['E'] })),
    '/States/A/Retry/0/ErrorEquals: States.ALL must be in the last',
  ],
  'States.ALL beside another name': [
    definition(retry({ ErrorEquals: ['E', 'States.ALL'] })),
    '/States/A/Retry/0/ErrorEquals: States.ALL must stand alone',
  ],
  'an error that never occurs': [
    definition(retry({ ErrorEquals: ['States.BranchFailed'] })),
    '/States/A/Retry/0/ErrorEquals/0: States.BranchFailed never',
  ],
  'an empty ErrorEquals': [definition(retry({ ErrorEquals: [] })), '/States/A/Retry/0/ErrorEquals: must be a list'],
  'an interval of 0': [definition(retry({ ...all, IntervalSeconds: 0 })), '/States/A/Retry/0/IntervalSeconds: must be'],
  'a computed interval': [
    definition(retry({ ...all, IntervalSeconds: '{% 1 %}' })),
    '/States/A/Retry/0/IntervalSeconds: must be',
  ],
  'a rate below 1': [
    definition(retry({ ...all, BackoffRate: 0.5 })),
    '/States/A/Retry/0/BackoffRate: must be a number',
  ],
  'half an attempt': [definition(retry({ ...all, MaxAttempts: 1.5 })), '/States/A/Retry/0/MaxAttempts: must be'],
  'another jitter': [
    definition(retry({ ...all, JitterStrategy: 'HALF' })),
    '/States/A/Retry/0/JitterStrategy: must be FULL or NONE',
  ],
  'both Next and End': [
    definition({ A: pass({ Next: 'B', End: true }), B: pass() }),
    '/States/A: must have either Next or End',
  ],
  'a name of 81 characters': [definition({ ['A'.repeat(81)]: pass() }), 'a state name has 1 to 80 characters'],
  'a Wait for two things': [
    definition({ A: { Type: 'Wait', Seconds: 1, Timestamp: '2030-01-01T00:00:00Z', End: true } }),
    '/States/A: must have either Seconds or Timestamp',
  ],
  'a timestamp without a zone': [
    definition({ A: { Type: 'Wait', Timestamp: '2030-01-01T00:00:00', End: true } }),
    '/States/A/Timestamp: must be a timestamp',
  ],
  'a rule of JSONPath': [
    definition({ A: { Type: 'Choice', Choices: [{ Variable: '$.a', IsNull: true, Next: 'B' }] }, B: pass() }),
    '/States/A/Choices/0/Condition: is required',
  ],
  'a Parallel': [
    definition({ P: { Type: 'Parallel', Branches: [inner], End: true } }),
    '/States/P/Type: must be one of Task, Wait, Choice, Pass, Succeed, Fail, not Parallel',
  ],
  'a Map': [
    definition({ M: { Type: 'Map', ItemProcessor: inner, End: true } }),
    '/States/M/Type: must be one of Task, Wait, Choice, Pass, Succeed, Fail, not Map',
  ],
  'an expression that is not closed': [
    definition({ A: pass({ Output: { a: ['{% 1'] } }) }),
    '/States/A/Output/a/0: must be a JSONata expression',
  ],
  $eval: [definition({ A: pass({ Output: "{% $eval('1') %}" }) }), '/States/A/Output: uses $eval'],
  'a variable that nothing assigns': [
    definition({ A: pass({ Output: '{% $nope %}' }) }),
    '/States/A/Output: uses the variable $nope',
  ],
  'an assignment to $states': [
    definition({ A: pass({ Assign: { states: 1 } }) }),
    '/States/A/Assign/states: is a reserved name',
  ],
  'a variable that is no name': [
    definition({ A: pass({ Assign: { 'a-b': 1 } }) }),
    '/States/A/Assign/a-b: is no name for a variable',
  ],
  'a result where there is none': [
    definition({ A: pass({ Output: '{% $states.result %}' }) }),
    '/States/A/Output: uses $states.result',
  ],
  'a result in Arguments': [
    definition({ A: call('f', { Arguments: { FunctionName: 'f', Payload: '{% $states.result %}' } }) }),
    '/States/A/Arguments/Payload: uses $states.result',
  ],
  'an errorOutput outside Catch': [
    definition({ A: call('f', { Output: '{% $states.errorOutput %}' }) }),
    '/States/A/Output: uses $states.errorOutput',
  ],
  'a machine timeout of 0': [
    definition({ A: pass() }, { TimeoutSeconds: 0 }),
    '/TimeoutSeconds: must be an integer from 1',
  ],
};
