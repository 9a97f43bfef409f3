import {
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { describe, expect, it } from 'vitest';
import { call, WAIT_FOR_TOKEN } from './definitions.ts';
import { harness, outputOf, refusal, until } from './harness.ts';

const tokens = new Map<string, string>();

const { client, run, machine, start, closed, history, engine } = await harness({
  job: ({ key, token }: { key: string; token: string }) => {
    tokens.set(key, token);
    return 'taken';
  },
  /** Sends its token back itself, before it returns. */
  eager: async ({ token }: { token: string }) => {
    await client.send(new SendTaskSuccessCommand({ taskToken: token, output: '"early"' }));
    await engineQuiet.promise;
    throw new Error('too late to matter');
  },
  broken: () => {
    throw Object.assign(new Error('no agent'), { name: 'NoAgent' });
  },
});
const engineQuiet = Promise.withResolvers<void>();

const waiting = (name: string, more: object = {}) => ({
  A: call(name, {
    Resource: WAIT_FOR_TOKEN,
    Arguments: {
      FunctionName: name,
      Payload: { key: '{% $states.input %}', token: '{% $states.context.Task.Token %}' },
    },
    Output: '{% $states.result %}',
    ...more,
  }),
});
const tokenOf = async (key: string): Promise<string> => {
  await until(() => tokens.has(key));
  return tokens.get(key) as string;
};
const success = (taskToken: string, output: unknown) =>
  client.send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(output) }));
const beat = (taskToken: string) => client.send(new SendTaskHeartbeatCommand({ taskToken }));

describe.concurrent('a task that waits for its token', () => {
  it('gives what SendTaskSuccess sends', async () => {
    const arn = await start(await machine(waiting('job')), 'success');
    await success(await tokenOf('success'), { done: [1] });
    expect(outputOf(await closed(arn))).toEqual({ done: [1] });
    expect((await history(arn)).map(({ type }) => type)).toEqual([
      'ExecutionStarted',
      'TaskStateEntered',
      'TaskScheduled',
      'TaskStarted',
      'TaskSubmitted',
      'TaskSucceeded',
      'TaskStateExited',
      'ExecutionSucceeded',
    ]);
  });

  it('fails as SendTaskFailure says, which Catch takes by its name', async () => {
    const Catch = [{ ErrorEquals: ['HostLost'], Next: 'B' }];
    const arn = await start(await machine({ ...waiting('job', { Catch }), B: { Type: 'Succeed' } }), 'failure');
    const taskToken = await tokenOf('failure');
    await client.send(new SendTaskFailureCommand({ taskToken, error: 'HostLost', cause: 'no heartbeat' }));
    expect(outputOf(await closed(arn))).toEqual({ Error: 'HostLost', Cause: 'no heartbeat' });
  });

  it('takes an answer that is faster than the call, whatever becomes of the call', async () => {
    const arn = await start(await machine(waiting('eager')), 'eager');
    expect(outputOf(await closed(arn))).toBe('early');
    engineQuiet.resolve();
  });

  it('fails when the call itself fails', async () => {
    expect(await run(waiting('broken'), 'broken')).toMatchObject({ status: 'FAILED', error: 'NoAgent' });
  });

  it('gets a new token for each attempt', async () => {
    const Retry = [{ ErrorEquals: ['States.ALL'], IntervalSeconds: 1, MaxDelaySeconds: 1, JitterStrategy: 'FULL' }];
    const arn = await start(await machine(waiting('job', { Retry })), 'retried');
    const first = await tokenOf('retried');
    await client.send(new SendTaskFailureCommand({ taskToken: first, error: 'Again' }));
    await until(() => tokens.get('retried') !== first);
    expect((await refusal(success(first, 1))).name).toBe('TaskTimedOut');
    await success(await tokenOf('retried'), 2);
    expect(outputOf(await closed(arn))).toBe(2);
  });
});

describe.concurrent('heartbeats', () => {
  it('that stay away end the attempt with States.HeartbeatTimeout, which States.Timeout catches', async () => {
    const Catch = [{ ErrorEquals: ['States.Timeout'], Next: 'B' }];
    const arn = await start(
      await machine({ ...waiting('job', { HeartbeatSeconds: 1, Catch }), B: { Type: 'Succeed' } }),
      'silent',
    );
    expect(outputOf(await closed(arn))).toEqual({ Error: 'States.HeartbeatTimeout' });
    expect((await refusal(beat(await tokenOf('silent')))).name).toBe('TaskTimedOut');
  });

  it('keep it alive beyond the window, up to TimeoutSeconds', async () => {
    const states = waiting('job', { HeartbeatSeconds: '{% 1 %}', TimeoutSeconds: 2 });
    const arn = await start(await machine(states), 'beating');
    const token = await tokenOf('beating');
    const beating = setInterval(() => beat(token).catch(() => undefined), 300);
    const done = await closed(arn).finally(() => clearInterval(beating));
    expect(done).toMatchObject({ status: 'FAILED', error: 'States.Timeout' });
    expect(Number(done.stopDate) - Number(done.startDate)).toBeGreaterThanOrEqual(2000);
  });
});

describe.concurrent('a token is refused', () => {
  it('as InvalidToken when it is none', async () => {
    for (const token of ['nonsense', Buffer.from('{"a":1}').toString('base64url')]) {
      expect((await refusal(success(token, 1))).name).toBe('InvalidToken');
      expect((await refusal(beat(token))).name).toBe('InvalidToken');
    }
  });

  it('as TaskDoesNotExist when its execution is not known', async () => {
    const token = Buffer.from(JSON.stringify(['machine', 'unknown', 'secret'])).toString('base64url');
    expect((await refusal(success(token, 1))).name).toBe('TaskDoesNotExist');
  });

  it('as TaskTimedOut when it was used, and when the execution was stopped', async () => {
    const used = await start(await machine(waiting('job')), 'used');
    const first = await tokenOf('used');
    await success(first, 1);
    expect((await refusal(success(first, 2))).name).toBe('TaskTimedOut');
    await closed(used);
    expect((await refusal(success(first, 2))).name).toBe('TaskTimedOut');

    const executionArn = await start(await machine(waiting('job')), 'stopped');
    const second = await tokenOf('stopped');
    await client.send(new StopExecutionCommand({ executionArn }));
    expect((await refusal(success(second, 1))).name).toBe('TaskTimedOut');
  });

  it('with an output that is no JSON or over 256 KiB, and the task goes on waiting', async () => {
    const arn = await start(await machine(waiting('job')), 'output');
    const taskToken = await tokenOf('output');
    for (const output of ['{', JSON.stringify('x'.repeat(262_144))]) {
      expect((await refusal(client.send(new SendTaskSuccessCommand({ taskToken, output })))).name).toBe(
        'InvalidOutput',
      );
    }
    await success(taskToken, 'good');
    expect(outputOf(await closed(arn))).toBe('good');
  });
});

it('of two answers at once exactly one counts', async () => {
  const arn = await start(await machine(waiting('job')), 'race');
  const token = await tokenOf('race');
  const answers = await Promise.allSettled([1, 2, 3, 4].map((value) => success(token, value)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const winner = answers.findIndex(({ status }) => status === 'fulfilled') + 1;
  expect(outputOf(await closed(arn))).toBe(winner);
});

it('an engine is idle while executions wait for their tokens', async () => {
  const arn = await start(await machine(waiting('job')), 'parked');
  await engine.idle();
  expect(tokens.has('parked')).toBe(true);
  expect(engine.running()).toBe(1);
  await success(await tokenOf('parked'), 1);
  await engine.idle();
  expect(engine.running()).toBe(0);
  expect((await closed(arn)).status).toBe('SUCCEEDED');
});
