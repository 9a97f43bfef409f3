import type { JsonObject, MapState, ParallelState } from '#lib/local/stepfunctions/asl/definition.ts';
import { type BranchesAttempt, type Cursor, openCursor, type Position, type TaskAttempt } from './cursor.ts';
import type { JournalRecord } from './records.ts';

type Fold = (cursor: Cursor, record: JournalRecord, scopes: Map<string, Cursor>) => void;

/** Event types whose record moves a cursor; all others are only history. */
const folds: Record<string, Fold> = {
  TaskStateEntered: enter,
  WaitStateEntered: enter,
  ChoiceStateEntered: enter,
  PassStateEntered: enter,
  SucceedStateEntered: enter,
  FailStateEntered: enter,
  ParallelStateEntered: enter,
  MapStateEntered: enter,
  TaskStateExited: exit,
  WaitStateExited: exit,
  ChoiceStateExited: exit,
  PassStateExited: exit,
  SucceedStateExited: exit,
  ParallelStateExited: exit,
  MapStateExited: exit,
  TaskScheduled: schedule,
  TaskSubmitted: (cursor) => {
    task(cursor).submitted = true;
  },
  TaskSucceeded: (cursor, { details }) => {
    task(cursor).outcome = { output: details?.output ?? null };
  },
  TaskFailed: failTask,
  TaskTimedOut: failTask,
  ParallelStateStarted: startParallel,
  MapStateStarted: (cursor, record) => {
    startBranches(cursor, record);
  },
  MapIterationStarted: startIteration,
  MapIterationSucceeded: (cursor) => {
    cursor.reported = true;
  },
  ParallelStateSucceeded: joinBranches,
  MapStateSucceeded: joinBranches,
  ParallelStateFailed: failBranches,
  MapStateFailed: failBranches,
  waitUntil: (cursor, { extra }) => {
    position(cursor).attempt = { kind: 'wait', until: extra?.until ?? 0 };
  },
  retryAt: retry,
};

/** Applies one record to the scopes. Scopes change in no other way, both when running and when resuming. */
export function fold(scopes: Map<string, Cursor>, record: JournalRecord): void {
  const cursor = scopes.get(record.scope);
  if (!cursor) throw new Error(`record ${record.id} names the unknown scope ${record.scope}`);
  if (record.id > 0) cursor.last = record.id;
  if (Object.hasOwn(folds, record.type)) folds[record.type]?.(cursor, record, scopes);
}

/** The scope's state; throws where it is in no state. */
export function position(cursor: Cursor): Position {
  if (!cursor.at) throw new Error(`scope ${cursor.key} is in no state`);
  return cursor.at;
}

function task(cursor: Cursor): TaskAttempt {
  const attempt = position(cursor).attempt;
  if (attempt?.kind !== 'task') throw new Error(`scope ${cursor.key} has no task`);
  return attempt;
}

function branches(cursor: Cursor): BranchesAttempt {
  const attempt = position(cursor).attempt;
  if (attempt?.kind !== 'branches') throw new Error(`scope ${cursor.key} has no branches`);
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

function startBranches(cursor: Cursor, { id, extra }: JournalRecord): BranchesAttempt {
  const attempt: BranchesAttempt = {
    kind: 'branches',
    startedId: id,
    inputs: extra?.inputs ?? [],
    concurrency: extra?.concurrency ?? Number.POSITIVE_INFINITY,
    children: new Map(),
    outcome: undefined,
  };
  position(cursor).attempt = attempt;
  return attempt;
}

function startParallel(cursor: Cursor, record: JournalRecord, scopes: Map<string, Cursor>): void {
  const attempt = startBranches(cursor, record);
  const state = cursor.graph.States[position(cursor).name] as ParallelState;
  for (const [index, graph] of state.Branches.entries()) {
    addChild(
      scopes,
      attempt,
      openCursor(`${record.id}.${index}`, index, cursor, graph, attempt.inputs[0] ?? null, record.id),
    );
  }
}

function startIteration(cursor: Cursor, { id, details }: JournalRecord, scopes: Map<string, Cursor>): void {
  const attempt = branches(cursor);
  const { ItemProcessor } = cursor.graph.States[position(cursor).name] as MapState;
  const index = details?.index ?? 0;
  const input = details?.input ?? null;
  addChild(scopes, attempt, openCursor(`${attempt.startedId}.${index}`, index, cursor, ItemProcessor, input, id));
}

function addChild(scopes: Map<string, Cursor>, attempt: BranchesAttempt, child: Cursor): void {
  attempt.children.set(child.index, child);
  scopes.set(child.key, child);
}

function joinBranches(cursor: Cursor, _record: JournalRecord, scopes: Map<string, Cursor>): void {
  const attempt = branches(cursor);
  const output = Array.from(
    { length: attempt.children.size },
    (_, index) => attempt.children.get(index)?.done?.output ?? null,
  );
  forget(attempt, scopes);
  attempt.outcome = { output };
}

function failBranches(cursor: Cursor, { extra }: JournalRecord, scopes: Map<string, Cursor>): void {
  const attempt = branches(cursor);
  forget(attempt, scopes);
  attempt.outcome = { failure: extra?.error ?? { error: 'States.Runtime' } };
}

function retry(cursor: Cursor, { extra }: JournalRecord, scopes: Map<string, Cursor>): void {
  const at = position(cursor);
  if (at.attempt?.kind === 'branches') forget(at.attempt, scopes);
  at.attempt = undefined;
  at.retryAt = extra?.until;
  const used = extra?.retrier ?? 0;
  at.retries[used] = (at.retries[used] ?? 0) + 1;
}

/** Deletes the scopes below an attempt that has ended, at any depth. */
function forget(attempt: BranchesAttempt, scopes: Map<string, Cursor>): void {
  for (const child of attempt.children.values()) {
    if (child.at?.attempt?.kind === 'branches') forget(child.at.attempt, scopes);
    scopes.delete(child.key);
  }
  attempt.children.clear();
}
