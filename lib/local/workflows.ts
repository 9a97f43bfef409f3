import { setTimeout } from 'node:timers/promises';
import { type StepFunctions, startStepFunctions } from '#lib/local/stepfunctions/start.ts';
import { ACCOUNT, REGION } from './environment.ts';
import type { Functions } from './functions.ts';
import { type LambdaAccess, startLambdaEndpoint } from './lambda-endpoint.ts';
import type { Log } from './log.ts';
import { countRunning } from './machines.ts';
import type { Settings } from './settings.ts';

/** The engine that runs the workflows. */
export interface Workflows {
  readonly endpoint: string;
  /**
   * The number of executions of these machines that have not ended. Those in a long wait are not counted where that is
   * known.
   */
  running(arns: readonly string[]): Promise<number>;
  /** The embedded engine, where it is that. */
  readonly engine: StepFunctions | undefined;
  close(): Promise<void>;
}

interface Options {
  /** The folder of the embedded engine's journal. */
  readonly dir: string;
  /** The socket of the embedded engine. */
  readonly socketPath: string;
  readonly functions: Functions;
  readonly log: Log;
  readonly other?: OtherWorkflows | undefined;
}

/** Another engine, which is not started and stopped here, and how it invokes the functions. */
export interface OtherWorkflows {
  readonly endpoint: string;
  readonly lambda: LambdaAccess;
}

/** The other engine that the settings name, where they name one. */
export function otherWorkflows(settings: Settings): OtherWorkflows | undefined {
  const { sfnEndpoint: endpoint, lambdaKey: key } = settings;
  return endpoint && key ? { endpoint, lambda: { port: lambdaPort(settings), key } } : undefined;
}

/**
 * The port at which an engine of SVC_SFN_ENDPOINT invokes the functions: 3002 for the usual SVC_PORT, as with
 * serverless-offline.
 */
export function lambdaPort({ port }: Pick<Settings, 'port'>): number {
  return port + 2;
}

/** Starts the embedded engine, or connects to the other one. */
export async function startWorkflows({ dir, socketPath, functions, log, other }: Options): Promise<Workflows> {
  if (other !== undefined) {
    const { endpoint } = other;
    const lambda = await startLambdaEndpoint(other.lambda, functions);
    return {
      endpoint,
      running: (arns) => countRunning(endpoint, arns),
      engine: undefined,
      close: () => lambda.close(),
    };
  }
  const engine = await startStepFunctions({
    dir,
    socketPath,
    region: REGION,
    accountId: ACCOUNT,
    invoke: (name, payload, signal) => functions.invoke(name, payload, signal),
    log: (message) => log.warn(`stepfunctions: ${message}`),
  });
  return { endpoint: engine.endpoint, running: async () => engine.awake(), engine, close: () => engine.close() };
}

/**
 * Returns a function that waits for workflows to end. A workflow that takes longer than `patienceMs` is never waited
 * for again.
 */
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
