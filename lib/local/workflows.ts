import { setTimeout } from 'node:timers/promises';
import { startStepFunctions } from '#lib/local/stepfunctions/start.ts';
import { ACCOUNT, REGION } from './cloud-names.ts';
import type { Functions } from './functions.ts';
import { startLambdaEndpoint } from './lambda-endpoint.ts';
import type { Log } from './log.ts';
import { countRunning } from './machines.ts';

/** The engine that runs the workflows. */
export interface Workflows {
  readonly endpoint: string;
  /** How many executions of these machines have not ended; those that only let time pass are not counted where that is known. */
  running(arns: readonly string[]): Promise<number>;
  close(): Promise<void>;
}

interface Options {
  /** Where the embedded engine keeps its journal. */
  readonly dir: string;
  readonly functions: Functions;
  readonly log: Log;
  /** Another engine's endpoint, which is not ours to stop. */
  readonly other: string | undefined;
  /** Where that one invokes the functions, on 127.0.0.1. */
  readonly lambdaPort: number;
}

/** Starts the embedded engine, or stands for the other one. */
export async function startWorkflows({ dir, functions, log, other, lambdaPort }: Options): Promise<Workflows> {
  if (other !== undefined) {
    const lambda = await startLambdaEndpoint(lambdaPort, functions);
    return { endpoint: other, running: (arns) => countRunning(other, arns), close: () => lambda.close() };
  }
  const engine = await startStepFunctions({
    dir,
    region: REGION,
    accountId: ACCOUNT,
    invoke: (name, payload, signal) => functions.invoke(name, payload, signal),
    log: (message) => log.warn(`stepfunctions: ${message}`),
  });
  return { endpoint: engine.endpoint, running: async () => engine.awake(), close: () => engine.close() };
}

/** Makes a wait for workflows to end. One that takes longer than `patienceMs` is waited for no more, then or later. */
export function settling(running: () => Promise<number>, patienceMs: number): () => Promise<void> {
  let givenUp = 0;
  return async () => {
    const deadline = performance.now() + patienceMs;
    let left = await running();
    while (left > givenUp && performance.now() < deadline) {
      await setTimeout(20);
      left = await running();
    }
    givenUp = left;
  };
}
