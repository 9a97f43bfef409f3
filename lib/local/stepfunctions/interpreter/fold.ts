import type { JsonObject } from '#lib/local/stepfunctions/asl/definition.ts';
import type { Cursor, Position, TaskAttempt } from './cursor.ts';
import type { JournalRecord } from './records.ts';

type Fold = (cursor: Cursor, record: JournalRecord) => void;

/** Event types whose record moves a cursor; all others are only history. */
const folds: Record<string, Fold> = {
  TaskStateEntered: enter,
  WaitStateEntered: enter,
  ChoiceStateEntered: enter,
  PassStateEntered: enter,
  SucceedStateEntered: enter,
  FailStateEntered: enter,
  TaskStateExited: exit,
  WaitStateExited: exit,
  ChoiceStateExited: exit,
  PassStateExited: exit,
  SucceedStateExited: exit,
  TaskScheduled: schedule,
  TaskSubmitted: (cursor) => {
    task(cursor).submitted = true;
  },
  TaskSucceeded: (cursor, { details }) => {
    task(cursor).outcome = { output: details?.output ?? null };
  },
  TaskFailed: failTask,
  TaskTimedOut: failTask,
  waitUntil: (cursor, { extra }) => {
    position(cursor).attempt = { kind: 'wait', until: extra?.until ?? 0 };
  },
  retryAt: retry,
};

/** Applies one record to the cursor, which changes in no other way, both when running and when resuming. */
export function fold(cursor: Cursor, record: JournalRecord): void {
  if (record.id > 0) cursor.last = record.id;
  if (Object.hasOwn(folds, record.type)) folds[record.type]?.(cursor, record);
}

/** The execution's state; throws where it is in no state. */
export function position(cursor: Cursor): Position {
  if (!cursor.at) throw new Error('the execution is in no state');
  return cursor.at;
}

function task(cursor: Cursor): TaskAttempt {
  const attempt = position(cursor).attempt;
  if (attempt?.kind !== 'task') throw new Error('the execution has no task');
  return attempt;
}

function enter(cursor: Cursor, record: JournalRecord): void {
  cursor.at = {
    name: cursor.next.name,
    input: cursor.next.input,
    enteredId: record.id,
    enteredAt: record.at,
    retries: [],
    retryAt: undefined,
    attempt: undefined,
  };
}

function exit(cursor: Cursor, { details, extra }: JournalRecord): void {
  const output = details?.output ?? null;
  Object.assign(cursor.variables, details?.assignedVariables);
  cursor.at = undefined;
  if (extra?.next === undefined) cursor.done = { output };
  else cursor.next = { name: extra.next, input: output };
}

function schedule(cursor: Cursor, { at, details, extra }: JournalRecord): void {
  const { FunctionName, Payload } = (details?.parameters ?? {}) as JsonObject;
  position(cursor).attempt = {
    kind: 'task',
    functionName: String(FunctionName),
    payload: Payload ?? {},
    scheduledAt: at,
    timeout: details?.timeoutInSeconds,
    heartbeat: details?.heartbeatInSeconds,
    token: extra?.token,
    submitted: false,
    outcome: undefined,
    beatAt: 0,
    wake: undefined,
  };
}

function failTask(cursor: Cursor, { details }: JournalRecord): void {
  const { error = '', cause } = details ?? {};
  task(cursor).outcome = { failure: cause === undefined ? { error } : { error, cause } };
}

function retry(cursor: Cursor, { extra }: JournalRecord): void {
  const at = position(cursor);
  at.attempt = undefined;
  at.retryAt = extra?.until;
  const used = extra?.retrier ?? 0;
  at.retries[used] = (at.retries[used] ?? 0) + 1;
}
