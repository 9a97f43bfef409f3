import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  DescribeExecutionCommand,
  DescribeStateMachineCommand,
  ExecutionAlreadyExists,
  SendTaskHeartbeatCommand,
  StartExecutionCommand,
  StateMachineDoesNotExist,
} from '@aws-sdk/client-sfn';
import { beforeEach, expect, test } from 'vitest';
import { readJournal } from '#lib/local/stepfunctions/store/journal.ts';
import { directTo } from '#lib/local/stepfunctions/transport.ts';
import { callDirectly } from '#lib/local/transport/client.ts';
import { clientOf, harness } from './harness.ts';

const tokens: string[] = [];
const { dir, engine, client, machine } = await harness({
  waits: (payload: { token: string }) => tokens.push(payload.token),
});
const direct = callDirectly(clientOf(engine.endpoint), engine.endpoint, directTo);

/** Calls that went to the engine by the SDK. */
let bySdk: string[] = [];
direct.middlewareStack.add(
  (next, { commandName }) =>
    (args) => {
      bySdk.push(`${commandName}`);
      return next(args);
    },
  { step: 'serialize', name: 'by-sdk' },
);
beforeEach(() => {
  bySdk = [];
});

const WAITING = { W: { Type: 'Wait', Seconds: 600, End: true } };

test('an execution starts once, with the answer that the SDK reads', async () => {
  const start = { stateMachineArn: await machine(WAITING), name: 'one', input: '{"a":1}' };
  const { $metadata: _ours, ...answer } = await direct.send(new StartExecutionCommand(start));
  expect(bySdk).toEqual([]);
  const { $metadata: _theirs, ...expected } = await client.send(new StartExecutionCommand(start));
  expect(answer).toEqual(expected);
});

test('an execution is on the disk when its start is answered, and goes on after that', async () => {
  const before = new Set(readdirSync(join(dir, 'running')));
  await direct.send(new StartExecutionCommand({ stateMachineArn: await machine(WAITING), name: 'first' }));
  const [file = ''] = readdirSync(join(dir, 'running')).filter((name) => !before.has(name));
  const types = () =>
    readJournal(join(dir, 'running', file)).records.map((record) => (record as { type: string }).type);
  expect(types()).toEqual(['ExecutionStarted']);
  await expect.poll(types).toContain('WaitStateEntered');
});

test('a state machine is described as the SDK reads it', async () => {
  const asked = { stateMachineArn: await machine(WAITING) };
  const { $metadata: _ours, ...answer } = await direct.send(new DescribeStateMachineCommand(asked));
  expect(bySdk).toEqual([]);
  const { $metadata: _theirs, ...expected } = await client.send(new DescribeStateMachineCommand(asked));
  expect(answer).toEqual(expected);
});

test('a refusal is the one that the SDK has', async () => {
  const start = { stateMachineArn: await machine(WAITING), name: 'taken' };
  await direct.send(new StartExecutionCommand({ ...start, input: '{}' }));
  const again = direct.send(new StartExecutionCommand({ ...start, input: '{"a":1}' }));
  await expect(again).rejects.toBeInstanceOf(ExecutionAlreadyExists);
  const nowhere = { ...start, stateMachineArn: `${start.stateMachineArn}x` };
  await expect(direct.send(new StartExecutionCommand(nowhere))).rejects.toBeInstanceOf(StateMachineDoesNotExist);
  expect(bySdk).toEqual(['StartExecutionCommand', 'StartExecutionCommand']);
});

test('a task that waits is kept alive', async () => {
  const Resource = 'arn:aws:states:::lambda:invoke.waitForTaskToken';
  const Arguments = { FunctionName: 'waits', Payload: { token: '{% $states.context.Task.Token %}' } };
  const states = { W: { Type: 'Task', Resource, Arguments, HeartbeatSeconds: 600, End: true } };
  await direct.send(new StartExecutionCommand({ stateMachineArn: await machine(states) }));
  await expect.poll(() => tokens.length).toBe(1);
  await direct.send(new SendTaskHeartbeatCommand({ taskToken: tokens[0] }));
  expect(bySdk).toEqual([]);
});

test('another command, and a call of an engine that is gone, are left to the SDK', async () => {
  const stateMachineArn = await machine(WAITING);
  const { executionArn } = await direct.send(new StartExecutionCommand({ stateMachineArn }));
  await direct.send(new DescribeExecutionCommand({ executionArn }));
  expect(bySdk).toEqual(['DescribeExecutionCommand']);
  const call = directTo('/nowhere/socket');
  const start = { command: 'StartExecutionCommand', input: { stateMachineArn } };
  expect(await call(start)).toEqual({ input: start.input, output: undefined });
});
