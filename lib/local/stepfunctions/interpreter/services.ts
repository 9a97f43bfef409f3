import type { Activity } from '#lib/local/stepfunctions/activity.ts';
import type { JsonataPool } from '#lib/local/stepfunctions/jsonata/pool.ts';

/** Calls a function by name. An error becomes the task's error, by its `name` and `message`. */
export type Invoke = (functionName: string, payload: unknown, signal?: AbortSignal) => Promise<unknown>;

/** What every execution needs from the engine. */
export interface Services {
  region: string;
  invoke: Invoke;
  jsonata: JsonataPool;
  activity: Activity;
  /** Aborted when the engine is asked to close; no more functions are called. */
  closing: AbortSignal;
  log: (message: string) => void;
}
