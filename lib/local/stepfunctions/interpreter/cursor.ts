import type { Json, JsonObject, StateGraph } from '#lib/local/stepfunctions/asl/definition.ts';
import type { StateFailure } from './records.ts';

/** How an attempt at a Task ended. */
export type Outcome = { output: Json } | { failure: StateFailure };

/** A call that is scheduled, and possibly made and answered. */
export interface TaskAttempt {
  kind: 'task';
  functionName: string;
  payload: Json;
  scheduledAt: number;
  timeout: number | undefined;
  heartbeat: number | undefined;
  token: string | undefined;
  submitted: boolean;
  outcome: Outcome | undefined;
  /** The last heartbeat (epoch milliseconds). It is not in the journal: after a restart the window begins again. */
  beatAt: number;
  /** Wakes the performer of the attempt, with an error where its end could not be recorded. */
  wake: ((error?: unknown) => void) | undefined;
}

/** A wait with its absolute end. */
export interface WaitAttempt {
  kind: 'wait';
  until: number;
}

/** What the current state is doing. */
export type Attempt = TaskAttempt | WaitAttempt;

/** The state that an execution is in. */
export interface Position {
  name: string;
  input: Json;
  enteredId: number;
  enteredAt: number;
  /** How often each retrier was used. */
  retries: number[];
  retryAt: number | undefined;
  attempt: Attempt | undefined;
}

/** The position of an execution: everything that resuming needs, computed from its records. */
export interface Cursor {
  graph: StateGraph;
  variables: JsonObject;
  /** Id of the last visible event. */
  last: number;
  /** The state to enter, when the execution is in none. */
  next: { name: string; input: Json };
  at: Position | undefined;
  done: { output: Json } | undefined;
}

/** A cursor before its first state. */
export const openCursor = (graph: StateGraph, input: Json, last: number): Cursor => ({
  graph,
  variables: {},
  last,
  next: { name: graph.StartAt, input },
  at: undefined,
  done: undefined,
});
