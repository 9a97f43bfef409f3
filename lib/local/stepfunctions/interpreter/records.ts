import type { Json, JsonObject } from '#lib/local/stepfunctions/asl/definition.ts';

/** The status of an execution; the last four are closed. */
export type Status = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

/** The journal types that close an execution, and the status each leaves. */
export const CLOSING: Record<string, Status> = {
  ExecutionSucceeded: 'SUCCEEDED',
  ExecutionFailed: 'FAILED',
  ExecutionTimedOut: 'TIMED_OUT',
  ExecutionAborted: 'ABORTED',
};

/**
 * One line of an execution's journal. The history consists of the same lines: `id` numbers the visible ones from 1; a
 * line with `id` 0 is for the engine only. `details` is what the history shows; `extra` is what only resuming needs.
 */
export interface JournalRecord {
  id: number;
  previous: number;
  /** Milliseconds since 1970. */
  at: number;
  type: string;
  details?: Details;
  extra?: Extra;
}

/** The details of an event; values are JSON here and become texts in the API. */
export interface Details {
  name?: string;
  input?: Json;
  output?: Json;
  parameters?: Json;
  assignedVariables?: JsonObject;
  error?: string;
  cause?: string;
  resource?: string;
  resourceType?: string;
  region?: string;
  roleArn?: string;
  timeoutInSeconds?: number;
  heartbeatInSeconds?: number;
  state?: string;
  location?: string;
}

/** What resuming needs of an event. */
export interface Extra {
  /** First line only. */
  execution?: Identity;
  /** The next state; absent on an exit that ends the execution. */
  next?: string;
  /** A task's token. */
  token?: string;
  /** The end of a wait or of the delay before a retry (ms since 1970). */
  until?: number;
  /** The retrier that was used. */
  retrier?: number;
}

/** An error name and its cause. */
export interface StateFailure {
  error: string;
  cause?: string;
}

/** What an execution is, fixed when it starts. */
export interface Identity {
  arn: string;
  name: string;
  machine: string;
  machineArn: string;
  roleArn: string;
  /** The text that StartExecution was given. */
  input: string;
  /** SHA-256 of the definition that it runs, whatever the machine is updated to. */
  definition: string;
}

/** The execution whose journal begins with this record; throws where it is not a first record. */
export function identityOf({ extra }: JournalRecord): Identity {
  if (!extra?.execution) throw new Error('a journal does not begin with its execution');
  return extra.execution;
}

/** The status after the last record of an execution. */
export function statusOf(last: JournalRecord): Status {
  return CLOSING[last.type] ?? 'RUNNING';
}
