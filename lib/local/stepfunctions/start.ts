import { once } from 'node:events';
import type { Part } from '#lib/local/state/part.ts';
import { callInProcess } from '#lib/local/transport/in-process.ts';
import { endpointAt } from '#lib/model/platform/endpoint.ts';
import { answeringBy, createEndpoint } from './api/http.ts';
import { Engine } from './engine.ts';
import type { Identity } from './interpreter/records.ts';
import type { Invoke } from './interpreter/step.ts';
import { JsonataPool } from './jsonata/pool.ts';

/** How to start an embedded Step Functions. */
export interface StepFunctionsOptions {
  /** Folder of its state; no other engine may use it at the same time. */
  dir: string;
  /** Calls a task's function by its bare name; the signal aborts when the answer is no longer needed. */
  invoke: Invoke;
  /**
   * The unix socket that it serves. Every process that reaches it has full access, so other users must not reach its
   * folder.
   */
  socketPath: string;
  region?: string;
  accountId?: string;
  log?: (message: string) => void;
}

/** A running embedded Step Functions. While it is released, calls fail. */
export interface StepFunctions extends Part {
  /** `unix:<socketPath>`. */
  endpoint: string;
  /** The number of executions that are not closed. */
  running(): number;
  /** The number of executions that are active: those in a wait of more than five seconds are not counted. */
  awake(): number;
  /** One of those, where there is one. */
  anyAwake(): Identity | undefined;
  /** Resolves when every execution is closed, or waits for a time, a retry or a task token. */
  idle(): Promise<void>;
  /** Stops within about a second. Executions stay as they are, and the next start resumes them. */
  close(): Promise<void>;
}

/** Seconds between two evaluations of a workflow; longer waits do not count as active. */
const longestPoll = 5;

/** Opens the folder, resumes its executions and serves the API. Rejects where the folder or socket cannot be used. */
export async function startStepFunctions(options: StepFunctionsOptions): Promise<StepFunctions> {
  const { dir, invoke, socketPath, region = 'us-east-1', accountId = '000000000000' } = options;
  const log = options.log ?? ((message) => process.stderr.write(`stepfunctions: ${message}\n`));
  const jsonata = new JsonataPool();
  const open = () => new Engine({ dir, invoke, region, accountId, jsonata, log });
  let engine = open();
  const server = createEndpoint(() => engine);
  server.listen(socketPath);
  await once(server, 'listening');
  const endInProcess = callInProcess(
    socketPath,
    answeringBy(() => engine),
  );
  const close = async () => {
    endInProcess();
    server.close();
    server.closeIdleConnections();
    await engine.close();
    await jsonata.close();
    server.closeAllConnections();
  };
  await engine.resume().catch(async (error) => {
    await close();
    throw error;
  });
  const awake = () => [...engine.runs.values()].filter((run) => run.waits <= longestPoll);
  return {
    endpoint: endpointAt(socketPath),
    running: () => engine.runs.size,
    awake: () => awake().length,
    anyAwake: () => awake()[0]?.identity,
    idle: () => engine.activity.quiet(),
    // No function is being called then.
    release: () => engine.close(0),
    async reopen() {
      engine = open();
      await engine.resume();
    },
    close,
  };
}
