import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateStateMachineCommand,
  DescribeExecutionCommand,
  type DescribeExecutionCommandOutput,
  GetExecutionHistoryCommand,
  type HistoryEvent,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { afterAll } from 'vitest';
import { type StepFunctions, startStepFunctions } from '#lib/local/stepfunctions/start.ts';
import { reach } from '#lib/model/platform/endpoint.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import { definition, ROLE } from './definitions.ts';

/** The functions that tasks call, by name. */
export type Functions = Record<string, (payload: never, signal?: AbortSignal) => unknown>;

/** One engine with the real client, and what tests do all the time. */
export interface Harness {
  dir: string;
  client: SFNClient;
  engine: StepFunctions;
  /** Every call of a function so far, in order. */
  calls: { name: string; payload: unknown }[];
  /** What the engine logged. */
  logs: string[];
  /** Creates a machine of these states, which start at the first, and gives its ARN. */
  machine(states: object, extra?: object): Promise<string>;
  /** Starts an execution and gives its ARN. */
  start(machineArn: string, input?: unknown, name?: string): Promise<string>;
  /** The execution once it is closed. */
  closed(executionArn: string): Promise<DescribeExecutionCommandOutput>;
  /** Creates, starts and awaits. */
  run(states: object, input?: unknown, extra?: object): Promise<DescribeExecutionCommandOutput>;
  /** The whole history. */
  history(executionArn: string): Promise<HistoryEvent[]>;
  close(): Promise<void>;
}

/** Undone in reverse after the file's tests; hooks that a test adds while it runs would not be called. */
const cleanups: (() => void | Promise<void>)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup();
});

/** A folder that is removed after the file's tests. */
export function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'stepfunctions-'));
  cleanups.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** The client for an endpoint. */
export function clientOf(endpoint: string): SFNClient {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new SFNClient({ ...reach(endpoint), region: 'us-east-1', credentials, maxAttempts: 1 });
}

/** Starts an engine with these functions; it is closed after the file's tests. */
export async function harness(functions: Functions = {}, dir = temporaryFolder()): Promise<Harness> {
  const calls: Harness['calls'] = [];
  const logs: string[] = [];
  const engine = await startStepFunctions({
    dir,
    socketPath: join(temporaryFolder(), 'socket'),
    log: (message) => logs.push(message),
    invoke: async (name, payload, signal) => {
      calls.push({ name, payload });
      const found = functions[name];
      if (found) return found(payload as never, signal);
      throw Object.assign(new Error(`no function ${name}`), { name: 'Lambda.ResourceNotFoundException' });
    },
  });
  const client = clientOf(engine.endpoint);
  const close = async () => {
    client.destroy();
    await engine.close();
  };
  cleanups.push(close);
  return { dir, client, engine, calls, logs, close, ...actions(client) };
}

function actions(client: SFNClient) {
  let count = 0;
  const machine = async (states: object, extra?: object): Promise<string> => {
    count += 1;
    const input = { name: `machine-${count}`, definition: definition(states, extra), roleArn: ROLE };
    return (await client.send(new CreateStateMachineCommand(input))).stateMachineArn as string;
  };
  const start = async (stateMachineArn: string, input: unknown = {}, name?: string): Promise<string> => {
    const command = { stateMachineArn, input: JSON.stringify(input), ...(name !== undefined && { name }) };
    return (await client.send(new StartExecutionCommand(command))).executionArn as string;
  };
  const closed = async (executionArn: string): Promise<DescribeExecutionCommandOutput> => {
    const described = () => client.send(new DescribeExecutionCommand({ executionArn }));
    return eventually(() => described().then((seen) => seen.status !== 'RUNNING' && seen));
  };
  const run = async (states: object, input?: unknown, extra?: object) =>
    closed(await start(await machine(states, extra), input));
  const history = async (executionArn: string): Promise<HistoryEvent[]> => {
    const page = await client.send(new GetExecutionHistoryCommand({ executionArn, maxResults: 1000 }));
    return page.events ?? [];
  };
  return { machine, start, closed, run, history };
}

/** Resolves once the condition holds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  await eventually(condition);
}

/** The error that a promise rejects with; throws when it resolves. */
export async function refusal(promise: Promise<unknown>): Promise<Error> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason as Error,
  );
  if (!error) throw new Error('it was not refused');
  return error;
}

/** A described execution's output. */
export function outputOf({ status, output, error, cause }: DescribeExecutionCommandOutput): unknown {
  if (status !== 'SUCCEEDED') throw new Error(`${status}: ${error} ${cause}`);
  return JSON.parse(output as string);
}
