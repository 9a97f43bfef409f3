import { setTimeout } from 'node:timers/promises';
import { startStepFunctions } from '#lib/local/stepfunctions/start.ts';
import { ACCOUNT, REGION } from './cloud-names.ts';
import type { Functions } from './functions.ts';
import { type LambdaAccess, startLambdaEndpoint } from './lambda-endpoint.ts';
import type { Log } from './log.ts';
import { countRunning } from './machines.ts';
import type { Settings } from './settings.ts';

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
  /** Where it listens. */
  readonly socketPath: string;
  readonly functions: Functions;
  readonly log: Log;
  readonly other?: OtherWorkflows | undefined;
}

/** Another engine, which is not ours to stop, and how it invokes the functions. */
export interface OtherWorkflows {
  readonly endpoint: string;
  readonly lambda: LambdaAccess;
}

/** The other engine that the settings name, if they do. */
export function otherWorkflows(settings: Settings): OtherWorkflows | undefined {
  const { sfnEndpoint: endpoint, lambdaKey: key } = settings;
  return endpoint && key ? { endpoint, lambda: { port: lambdaPort(settings), key } } : undefined;
}

/** Where an engine of SVC_SFN_ENDPOINT invokes the functions: 3002 for the usual SVC_PORT, as serverless-offline has it. */
export function lambdaPort({ port }: Pick<Settings, 'port'>): number {
  return port + 2;
}

/** Starts the embedded engine, or stands for the other one. */
export async function startWorkflows({ dir, socketPath, functions, log, other }: Options): Promise<Workflows> {
  if (other !== undefined) {
    const { endpoint } = other;
    const lambda = await startLambdaEndpoint(other.lambda, functions);
    return { endpoint, running: (arns) => countRunning(endpoint, arns), close: () => lambda.close() };
  }
  const engine = await startStepFunctions({
    dir,
    socketPath,
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
