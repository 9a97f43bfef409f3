import { startStepFunctions } from '#lib/local/stepfunctions/start.ts';
import { ACCOUNT, REGION } from './cloud-names.ts';
import type { Functions } from './functions.ts';
import { untilIdle } from './machines.ts';

/** The engine that runs the workflows. */
export interface Workflows {
  readonly endpoint: string;
  /** Settles when none of these machines' executions runs any more, or when `signal` aborts. */
  idle(arns: readonly string[], signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Starts the embedded engine on `dir`, where it keeps its journal; or stands for the one at `other`, which is not ours to stop. */
export async function startWorkflows(dir: string, functions: Functions, other?: string): Promise<Workflows> {
  if (other !== undefined) {
    return { endpoint: other, idle: (arns, signal) => untilIdle(other, arns, signal), close: async () => undefined };
  }
  const engine = await startStepFunctions({
    dir,
    region: REGION,
    accountId: ACCOUNT,
    invoke: (name, payload, signal) => functions.invoke(name, payload, signal),
  });
  return {
    endpoint: engine.endpoint,
    idle: (_arns, signal) => Promise.race([engine.idle(), aborted(signal)]),
    close: () => engine.close(),
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
