import type { Json, JsonObject, State } from '#lib/local/stepfunctions/asl/definition.ts';
import { Cancelled, StateError } from '#lib/local/stepfunctions/errors.ts';
import type { Cursor, Position } from './cursor.ts';
import type { Details, Extra, JournalRecord } from './records.ts';
import type { Run } from './run.ts';

const MOST_BYTES = 262_144;

/** A running scope: a machine, a branch or an iteration, until the signal aborts. */
export interface Scope {
  run: Run;
  cursor: Cursor;
  signal: AbortSignal;
}

/** A running state. */
export interface Step<S extends State = State> extends Scope {
  state: S;
  at: Position;
}

/**
 * The result of a state: its output, the variables that it assigns, and the next state; without a next state the scope
 * ends.
 */
export interface Exit {
  output: Json;
  assigned: JsonObject;
  next: string | undefined;
}

/** Appends a record for this scope; throws Cancelled where the scope has been cancelled. */
export function record({ run, cursor, signal }: Scope, type: string, details?: Details, extra?: Extra): JournalRecord {
  if (signal.aborted) throw new Cancelled();
  return run.append(cursor, type, details, extra);
}

/** Throws States.DataLimitExceeded where a payload is larger than AWS allows (256 KiB). */
export function limitSize(value: Json, what: string): void {
  if (Buffer.byteLength(JSON.stringify(value)) <= MOST_BYTES) return;
  throw new StateError('States.DataLimitExceeded', `${what} is larger than ${MOST_BYTES} bytes.`);
}
