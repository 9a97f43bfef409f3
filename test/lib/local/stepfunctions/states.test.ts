import { describe, expect, it } from 'vitest';
import { call } from './definitions.ts';
import { harness, outputOf } from './harness.ts';

const { run, history, calls } = await harness({
  echo: (payload) => payload,
  nothing: () => undefined,
  text: () => 'a "quoted" text',
});

describe('Pass and Succeed', () => {
  it('pass their input on', async () => {
    const done = await run({ A: { Type: 'Pass', Next: 'B' }, B: { Type: 'Succeed' } }, { a: [1, 'x', null] });
    expect(outputOf(done)).toEqual({ a: [1, 'x', null] });
  });

  it('give their Output, expressions at any depth in it evaluated and all else as it stands', async () => {
    const Output = {
      sum: '{% $states.input.a + 1 %}',
      list: ['{% $states.input.a %}', ['b', 1.5, true]],
      plain: '$.a {%',
    };
    const done = await run({ A: { Type: 'Succeed', Output: { ...Output, plain: '$.a' } } }, { a: 4 });
    expect(outputOf(done)).toEqual({ sum: 5, list: [4, ['b', 1.5, true]], plain: '$.a' });
  });

  it('take an expression over several lines', async () => {
    const done = await run(
      { A: { Type: 'Pass', Output: '{% (\n  $x := $states.input.a;\n  $x * 2\n) %}', End: true } },
      { a: 4 },
    );
    expect(outputOf(done)).toBe(8);
  });
});

describe('Task', () => {
  it('calls the function with its Payload and gives what Lambda gives', async () => {
    const done = await run({ A: { ...call('echo'), Output: undefined } }, { a: 1 });
    expect(outputOf(done)).toEqual({ ExecutedVersion: '$LATEST', Payload: { a: 1 }, StatusCode: 200 });
  });

  it.each([
    ['name', 'echo'],
    ['name with qualifier', 'echo:live'],
    ['ARN', 'arn:aws:lambda:us-east-1:000000000000:function:echo'],
    ['ARN with qualifier', 'arn:aws:lambda:us-east-1:000000000000:function:echo:$LATEST'],
    ['partial ARN', '000000000000:function:echo'],
    ['expression', "{% 'ec' & 'ho' %}"],
  ])('takes the function as %s', async (_form, FunctionName) => {
    const done = await run({ A: { ...call('echo'), Arguments: { FunctionName, Payload: 7 } } });
    expect(outputOf(done)).toBe(7);
  });

  it('sends an empty object without a Payload, and takes no answer as null', async () => {
    expect(outputOf(await run({ A: { ...call('nothing'), Arguments: { FunctionName: 'nothing' } } }))).toBeNull();
    expect(calls.at(-1)).toEqual({ name: 'nothing', payload: {} });
  });

  it('keeps a text answer a text', async () => {
    expect(outputOf(await run({ A: call('text') }))).toBe('a "quoted" text');
  });

  it('takes all its Arguments from one expression', async () => {
    const Arguments = "{% { 'FunctionName': 'echo', 'Payload': { 'b': $states.input.a } } %}";
    expect(outputOf(await run({ A: { ...call('echo'), Arguments } }, { a: 2 }))).toEqual({ b: 2 });
  });

  it('shows the context object', async () => {
    const Payload = '{% $states.context %}';
    const done = await run({ A: { ...call('echo'), Arguments: { FunctionName: 'echo', Payload } } }, { a: 2 });
    expect(outputOf(done)).toEqual({
      Execution: {
        Id: done.executionArn,
        Input: { a: 2 },
        Name: done.name,
        RoleArn: 'arn:aws:iam::000000000000:role/workflows',
        StartTime: done.startDate?.toISOString(),
        RedriveCount: 0,
      },
      StateMachine: { Id: done.stateMachineArn, Name: done.stateMachineArn?.split(':').at(-1) },
      State: { Name: 'A', EnteredTime: expect.stringMatching(/^\d{4}-.*Z$/), RetryCount: 0 },
    });
  });

  it('writes the history that AWS writes', async () => {
    const { executionArn = '' } = await run(
      { A: call('echo', { Assign: { v: '{% $states.result.StatusCode %}' } }) },
      { a: 1 },
    );
    const events = await history(executionArn);
    expect(events.map(({ id, previousEventId, type }) => [id, previousEventId, type])).toEqual([
      [1, 0, 'ExecutionStarted'],
      [2, 1, 'TaskStateEntered'],
      [3, 2, 'TaskScheduled'],
      [4, 3, 'TaskStarted'],
      [5, 4, 'TaskSucceeded'],
      [6, 5, 'TaskStateExited'],
      [7, 6, 'ExecutionSucceeded'],
    ]);
    expect(events[2]?.taskScheduledEventDetails).toMatchObject({
      resourceType: 'lambda',
      resource: 'invoke',
      region: 'us-east-1',
      parameters: '{"FunctionName":"echo","Payload":{"a":1}}',
    });
    expect(events[5]?.stateExitedEventDetails).toMatchObject({
      name: 'A',
      output: '{"a":1}',
      assignedVariables: { v: '200' },
    });
  });
});

describe.concurrent('Wait', () => {
  it('waits for seconds, also computed', async () => {
    const done = await run(
      { W: { Type: 'Wait', Seconds: '{% $states.input.s %}', Output: 'over', End: true } },
      { s: 1 },
    );
    expect(outputOf(done)).toBe('over');
    expect(Number(done.stopDate) - Number(done.startDate)).toBeGreaterThanOrEqual(1000);
  });

  it('waits until a timestamp, and not at all for one that is past', async () => {
    const at = new Date(Date.now() + 700).toISOString();
    const done = await run({
      W: { Type: 'Wait', Timestamp: `{% '${at}' %}`, Next: 'P' },
      P: { Type: 'Wait', Timestamp: '2001-01-01T00:00:00+01:00', End: true },
    });
    expect(done.status).toBe('SUCCEEDED');
    expect(Number(done.stopDate)).toBeGreaterThanOrEqual(Date.parse(at));
    expect(Number(done.stopDate)).toBeLessThan(Date.parse(at) + 60_000);
  });

  it.each([
    ['Seconds', '{% -1 %}'],
    ['Seconds', '{% 1.5 %}'],
    ['Seconds', "{% 'soon' %}"],
    ['Timestamp', "{% 'tomorrow' %}"],
  ])('fails for %s of %s', async (field, value) => {
    const done = await run({ W: { Type: 'Wait', [field]: value, End: true } });
    expect(done).toMatchObject({ status: 'FAILED', error: 'States.QueryEvaluationError' });
    expect(done.cause).toContain(`'${field}'`);
  });
});

describe('Fail', () => {
  it('ends the execution with its Error and Cause, also computed', async () => {
    const done = await run({ F: { Type: 'Fail', Error: "{% 'Out' & 'OfStock' %}", Cause: 'none left' } });
    expect(done).toMatchObject({ status: 'FAILED', error: 'OutOfStock', cause: 'none left' });
    expect(done.output).toBeUndefined();
  });
});
