import type { Json, JsonObject, StateGraph } from '#lib/local/stepfunctions/asl/definition.ts';
import type { StateFailure } from './records.ts';

/** How an attempt at a Task, Parallel or Map ended. */
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

/** The branches of a Parallel or the iterations of a Map. */
export interface BranchesAttempt {
  kind: 'branches';
  startedId: number;
  inputs: Json[];
  concurrency: number;
  children: Map<number, Cursor>;
  outcome: Outcome | undefined;
}

/** What the current state is doing. */
export type Attempt = TaskAttempt | WaitAttempt | BranchesAttempt;

/** The state that a scope is in. */
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

/** The position of one scope: everything that resuming needs, computed from its records. */
export interface Cursor {
  key: string;
  index: number;
  parent: Cursor | undefined;
  graph: StateGraph;
  variables: JsonObject;
  /** Id of the scope's last visible event. */
  last: number;
  /** The state to enter, when the scope is in none. */
  next: { name: string; input: Json };
  at: Position | undefined;
  done: { output: Json } | undefined;
  /** Whether its success is in the history (iterations only). */
  reported: boolean;
}

/** A cursor before its first state. */
export function openCursor(
  key: string,
  index: number,
  parent: Cursor | undefined,
  graph: StateGraph,
  input: Json,
  last: number,
): Cursor {
  const next = { name: graph.StartAt, input };
  return {
    key,
    index,
    parent,
    graph,
    variables: {},
    last,
    next,
    at: undefined,
    done: undefined,
    reported: false,
  };
}

/** The variables that a scope sees: its own and those of the scopes around it. */
export function visibleVariables(cursor: Cursor): JsonObject {
  return cursor.parent ? { ...visibleVariables(cursor.parent), ...cursor.variables } : cursor.variables;
}
