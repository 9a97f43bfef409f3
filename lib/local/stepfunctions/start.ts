import { once } from 'node:events';
import { endpointAt } from '#lib/model/platform/endpoint.ts';
import { createEndpoint } from './api/http.ts';
import { Engine } from './engine.ts';
import type { Invoke } from './interpreter/step.ts';

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

/** A running embedded Step Functions. */
export interface StepFunctions {
  /** `unix:<socketPath>`. */
  endpoint: string;
  /** The number of executions that are not closed. */
  running(): number;
  /** The number of executions that are active: those in a wait of more than five seconds are not counted. */
  awake(): number;
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
  const engine = new Engine({ dir, invoke, region, accountId, log });
  const server = createEndpoint(engine);
  server.listen(socketPath);
  await once(server, 'listening');
  try {
    await engine.resume();
  } catch (error) {
    server.close();
    await engine.close();
    throw error;
  }
  return {
    endpoint: endpointAt(socketPath),
    running: () => engine.runs.size,
    awake: () => [...engine.runs.values()].filter((run) => run.waits <= longestPoll).length,
    idle: () => engine.activity.quiet(),
    close: async () => {
      server.close();
      server.closeIdleConnections();
      await engine.close();
      server.closeAllConnections();
    },
  };
}
