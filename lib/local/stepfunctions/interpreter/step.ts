import type { Activity } from '#lib/local/stepfunctions/activity.ts';
import type { Json, JsonObject, State } from '#lib/local/stepfunctions/asl/definition.ts';
import { Cancelled, StateError } from '#lib/local/stepfunctions/errors.ts';
import type { JsonataPool } from '#lib/local/stepfunctions/jsonata/pool.ts';
import type { Cursor, Position } from './cursor.ts';
import type { Details, Extra, Identity, JournalRecord } from './records.ts';

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

const MOST_BYTES = 262_144;

/** A running execution, as its states use it. */
export interface Execution {
  readonly identity: Identity;
  readonly services: Services;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly input: Json;
  readonly cursor: Cursor;
  /** The record that closed the execution, if it is closed. */
  readonly closing: JournalRecord | undefined;
  /** Ids of visible events given out so far. */
  readonly events: number;
  /** Appends a record to the journal and applies it. */
  append(type: string, details?: Details, extra?: Extra): JournalRecord;
  /** Resolves once everything recorded so far is on the disk. */
  durable(): Promise<void>;
}

/** An execution that runs until the signal aborts. */
export interface Scope {
  run: Execution;
  cursor: Cursor;
  signal: AbortSignal;
}

/** A running state. */
export interface Step<S extends State = State> extends Scope {
  state: S;
  at: Position;
}

/**
 * The result of a state: its output, the variables that it assigns, and the next state; without a next state the
 * execution ends.
 */
export interface Exit {
  output: Json;
  assigned: JsonObject;
  next: string | undefined;
}

/** Appends a record of this execution; throws Cancelled where the signal has aborted. */
export function record({ run, signal }: Scope, type: string, details?: Details, extra?: Extra): JournalRecord {
  if (signal.aborted) throw new Cancelled();
  return run.append(type, details, extra);
}

/** Throws States.DataLimitExceeded where a payload is larger than AWS allows (256 KiB). */
export function limitSize(value: Json, what: string): void {
  if (Buffer.byteLength(JSON.stringify(value)) <= MOST_BYTES) return;
  throw new StateError('States.DataLimitExceeded', `${what} is larger than ${MOST_BYTES} bytes.`);
}
