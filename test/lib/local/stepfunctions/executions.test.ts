import {
  CreateStateMachineCommand,
  DescribeExecutionCommand,
  GetExecutionHistoryCommand,
  ListExecutionsCommand,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { describe, expect, it } from 'vitest';
import { call, definition, ROLE } from './definitions.ts';
import { harness, outputOf, refusal, until } from './harness.ts';

const aborted: string[] = [];
const { client, machine, start, closed, calls, history, engine } = await harness({
  echo: (payload) => payload,
  stuck: (key: string, signal?: AbortSignal) =>
    new Promise((resolve) => {
      signal?.addEventListener('abort', () => resolve(aborted.push(key)));
    }),
});

const WAITING = { W: { Type: 'Wait', Seconds: 600, End: true } };
const ECHO = { A: call('echo') };
const begin = (stateMachineArn: string, name: string, input: string) =>
  client.send(new StartExecutionCommand({ stateMachineArn, name, input }));
const stop = (executionArn: string, more: object = {}) =>
  client.send(new StopExecutionCommand({ executionArn, ...more }));

describe('StartExecution', () => {
  it('makes one execution of many starts with one name and input, at the same time and later', async () => {
    const arn = await machine({ A: call('echo', { Next: 'W' }), ...WAITING });
    const before = calls.length;
    const starts = await Promise.all(Array.from({ length: 20 }, () => begin(arn, 'one', '{"a":1}')));
    starts.push(await begin(arn, 'one', '{"a":1}'));
    expect(new Set(starts.map(({ executionArn }) => executionArn)).size).toBe(1);
    expect(new Set(starts.map(({ startDate }) => Number(startDate))).size).toBe(1);
    await engine.idle();
    expect(calls.length - before).toBe(1);
  });

  it('refuses the name with another input, and once it is closed with any', async () => {
    const arn = await machine(WAITING);
    const { executionArn = '' } = await begin(arn, 'taken', '{}');
    expect((await refusal(begin(arn, 'taken', '{"a":1}'))).name).toBe('ExecutionAlreadyExists');
    await stop(executionArn);
    await closed(executionArn);
    expect((await refusal(begin(arn, 'taken', '{}'))).name).toBe('ExecutionAlreadyExists');
  });

  it('takes names apart that differ in case alone, and the same name for another machine', async () => {
    const [one, two] = [await machine(WAITING), await machine(WAITING)];
    const arns = await Promise.all([begin(one, 'name', '{}'), begin(one, 'NAME', '{}'), begin(two, 'name', '{}')]);
    expect(new Set(arns.map(({ executionArn }) => executionArn)).size).toBe(3);
  });

  it('gives a name and an empty input when there is none', async () => {
    const stateMachineArn = await machine(ECHO);
    const { executionArn = '' } = await client.send(new StartExecutionCommand({ stateMachineArn }));
    const done = await closed(executionArn);
    expect(done.name).toMatch(/^[0-9a-f-]{36}$/);
    expect(outputOf(done)).toEqual({});
  });

  it.each([
    ['InvalidName', { name: 'a b' }],
    ['InvalidName', { name: 'a/b' }],
    ['InvalidName', { name: '' }],
    ['InvalidName', { name: 'x'.repeat(81) }],
    ['InvalidExecutionInput', { input: '{' }],
    ['InvalidExecutionInput', { input: JSON.stringify('x'.repeat(262_144)) }],
    ['InvalidArn', { stateMachineArn: 'machine' }],
    ['StateMachineDoesNotExist', { stateMachineArn: 'arn:aws:states:us-east-1:000000000000:stateMachine:none' }],
    ['StateMachineDoesNotExist', { stateMachineArn: 'arn:aws:states:eu-west-1:000000000000:stateMachine:machine-1' }],
  ])('refuses with %s', async (name, wrong) => {
    const stateMachineArn = await machine(ECHO);
    expect((await refusal(client.send(new StartExecutionCommand({ stateMachineArn, ...wrong })))).name).toBe(name);
  });
});

describe('StopExecution', () => {
  it('aborts what runs, with its error and cause', async () => {
    const executionArn = await start(await machine({ A: call('stuck') }), 'to stop');
    await until(() => calls.some(({ payload }) => payload === 'to stop'));
    const { stopDate } = await stop(executionArn, { error: 'Superseded', cause: 'by terminate' });
    expect(await closed(executionArn)).toMatchObject({
      status: 'ABORTED',
      error: 'Superseded',
      cause: 'by terminate',
      stopDate,
    });
    await until(() => aborted.includes('to stop'));
    expect((await history(executionArn)).at(-1)).toMatchObject({
      type: 'ExecutionAborted',
      executionAbortedEventDetails: { error: 'Superseded', cause: 'by terminate' },
    });
  });

  it('of a closed execution changes nothing', async () => {
    const executionArn = await start(await machine(ECHO), 1);
    const done = await closed(executionArn);
    expect((await stop(executionArn)).stopDate).toEqual(done.stopDate);
    expect((await closed(executionArn)).status).toBe('SUCCEEDED');
  });
});

describe('an execution that does not exist', () => {
  const executionArn = 'arn:aws:states:us-east-1:000000000000:execution:machine-1:none';
  it.each([
    ['DescribeExecution', () => client.send(new DescribeExecutionCommand({ executionArn }))],
    ['GetExecutionHistory', () => client.send(new GetExecutionHistoryCommand({ executionArn }))],
    ['StopExecution', () => stop(executionArn)],
  ])('is refused by %s', async (_action, send) => {
    expect((await refusal(send())).name).toBe('ExecutionDoesNotExist');
  });

  it('is an InvalidArn when the ARN is none', async () => {
    expect((await refusal(client.send(new DescribeExecutionCommand({ executionArn: 'x' })))).name).toBe('InvalidArn');
  });
});

describe('listings', () => {
  it('show the newest executions first, by status, page by page', async () => {
    const stateMachineArn = await machine({
      C: { Type: 'Choice', Choices: [{ Condition: '{% $states.input = 1 %}', Next: 'F' }], Default: 'E' },
      F: { Type: 'Fail', Error: 'E' },
      E: { Type: 'Succeed' },
    });
    const arns: string[] = [];
    for (const input of [0, 1, 0, 0, 1]) arns.push(await start(stateMachineArn, input));
    await Promise.all(arns.map(closed));
    const list = async (more: object) => await client.send(new ListExecutionsCommand({ stateMachineArn, ...more }));
    const all = (await list({})).executions ?? [];
    expect(all).toHaveLength(5);
    const times = all.map(({ startDate }) => Number(startDate));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect((await list({ statusFilter: 'FAILED' })).executions).toHaveLength(2);
    expect((await list({ statusFilter: 'RUNNING' })).executions).toEqual([]);

    const first = await list({ maxResults: 2 });
    const second = await list({ maxResults: 2, nextToken: first.nextToken });
    const third = await list({ maxResults: 2, nextToken: second.nextToken });
    expect(third.nextToken).toBeUndefined();
    const paged = [first, second, third].flatMap(({ executions }) => executions ?? []);
    expect(paged.map(({ executionArn }) => executionArn)).toEqual(all.map(({ executionArn }) => executionArn));
    expect((await refusal(list({ nextToken: 'bad' }))).name).toBe('InvalidToken');
  });

  it('show a running execution as RUNNING, without a stop date', async () => {
    const stateMachineArn = await machine(WAITING);
    const executionArn = await start(stateMachineArn, { a: 1 });
    const { executions } = await client.send(new ListExecutionsCommand({ stateMachineArn, statusFilter: 'RUNNING' }));
    expect(executions).toEqual([
      {
        executionArn,
        stateMachineArn,
        name: executionArn.split(':').at(-1),
        status: 'RUNNING',
        startDate: expect.any(Date),
      },
    ]);
    const described = await client.send(new DescribeExecutionCommand({ executionArn }));
    expect(described).toMatchObject({ status: 'RUNNING', input: '{"a":1}', stateMachineArn });
    expect(described.stopDate).toBeUndefined();
  });

  it('show a history forwards and backwards, page by page, with and without its data', async () => {
    const executionArn = await start(await machine(ECHO), { a: 1 });
    await closed(executionArn);
    const get = (more: object) => client.send(new GetExecutionHistoryCommand({ executionArn, ...more }));
    const ids: (number | undefined)[] = [];
    let nextToken: string | undefined;
    do {
      const page = await get({ maxResults: 3, reverseOrder: true, ...(nextToken && { nextToken }) });
      ids.push(...(page.events ?? []).map(({ id }) => id));
      nextToken = page.nextToken;
    } while (nextToken);
    expect(ids).toEqual([7, 6, 5, 4, 3, 2, 1]);
    const bare = (await get({ includeExecutionData: false })).events ?? [];
    expect(bare[0]?.executionStartedEventDetails).toMatchObject({ roleArn: ROLE });
    expect(bare[0]?.executionStartedEventDetails?.input).toBeUndefined();
    expect(bare[1]?.stateEnteredEventDetails).toEqual({ name: 'A', inputDetails: { truncated: false } });
  });
});

it('300 executions of three states run at once', async () => {
  const States = {
    A: call('echo', { Next: 'B' }),
    B: { Type: 'Choice', Choices: [{ Condition: '{% $states.input >= 0 %}', Next: 'C' }] },
    C: { Type: 'Pass', Output: '{% $states.input + 1 %}', End: true },
  };
  const input = { name: 'many', definition: definition(States), roleArn: ROLE };
  const { stateMachineArn = '' } = await client.send(new CreateStateMachineCommand(input));
  const arns = await Promise.all(Array.from({ length: 300 }, (_, index) => start(stateMachineArn, index)));
  await engine.idle();
  const outputs = await Promise.all(arns.map(async (arn) => outputOf(await closed(arn))));
  expect(outputs).toEqual(arns.map((_, index) => index + 1));
});
