import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createEndpoint } from './api/http.ts';
import { Engine } from './engine.ts';
import type { Invoke } from './interpreter/services.ts';

/** How to start an embedded Step Functions. */
export interface StepFunctionsOptions {
  /** Folder of its state; no other engine may use it at the same time. */
  dir: string;
  /** Calls a task's function by its bare name; the signal aborts when the answer no longer counts. */
  invoke: Invoke;
  /** 0, or none, takes a free port. */
  port?: number;
  region?: string;
  accountId?: string;
  log?: (message: string) => void;
}

/** A running embedded Step Functions. */
export interface StepFunctions {
  /** For `new SFNClient({ endpoint })`; on 127.0.0.1. */
  endpoint: string;
  /** How many executions are not closed. */
  running(): number;
  /** How many of these are about something: those in a wait of more than five seconds are not. */
  awake(): number;
  /** Resolves when nothing is under way: every execution is closed, or waits for a time, a retry or a task token. */
  idle(): Promise<void>;
  /** Stops within about a second; executions are left as they stand, for the next start to resume. */
  close(): Promise<void>;
}

/** Seconds that a workflow lets pass between two looks at what is under way. */
const longestPoll = 5;

/** Opens the folder, resumes what was running there and serves the API; rejects when folder or port cannot be had. */
export async function startStepFunctions(options: StepFunctionsOptions): Promise<StepFunctions> {
  const { dir, invoke, port = 0, region = 'us-east-1', accountId = '000000000000' } = options;
  const log = options.log ?? ((message) => process.stderr.write(`stepfunctions: ${message}\n`));
  const engine = new Engine({ dir, invoke, region, accountId, log });
  const server = createEndpoint(engine);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  try {
    await engine.resume();
  } catch (error) {
    server.close();
    await engine.close();
    throw error;
  }
  const { port: bound } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${bound}`,
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
