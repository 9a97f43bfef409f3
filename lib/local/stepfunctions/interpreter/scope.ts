import type { Json, State } from '#lib/local/stepfunctions/asl/definition.ts';
import { sleepUntil } from '#lib/local/stepfunctions/clock.ts';
import { failure, StateError } from '#lib/local/stepfunctions/errors.ts';
import type { Cursor } from './cursor.ts';
import { exitWith } from './evaluate.ts';
import { position } from './fold.ts';
import { nextDelay, pickCatcher, pickRetrier } from './recovery.ts';
import { choice, fail, pass, succeed, wait } from './states.ts';
import { type Exit, limitSize, record, type Scope, type Step } from './step.ts';
import { task } from './task.ts';

type Runner = (step: Step<never>) => Promise<Exit>;

const runners: Record<State['Type'], Runner> = {
  Task: task,
  Wait: wait,
  Choice: choice,
  Pass: pass,
  Succeed: succeed,
  Fail: fail,
};

/** AWS ends an execution at this many events. It also keeps a definition that loops for ever from filling the disk. */
const MOST_EVENTS = 25_000;

/** Runs an execution from its cursor to its end; throws a StateError where it fails. */
export async function runScope(scope: Scope): Promise<Json> {
  const { cursor } = scope;
  while (!cursor.done) {
    if (!cursor.at) enter(scope);
    const at = position(cursor);
    await runState({ ...scope, at, state: stateOf(cursor, at.name) });
  }
  return cursor.done.output;
}

function stateOf(cursor: Cursor, name: string): State {
  const state = cursor.graph.States[name];
  if (!state) throw new Error(`no state ${name}`);
  return state;
}

function enter(scope: Scope): void {
  const { name, input } = scope.cursor.next;
  if (scope.run.events >= MOST_EVENTS) {
    throw new StateError(
      'States.Runtime',
      `The execution reached the maximum number of history events (${MOST_EVENTS}).`,
    );
  }
  record(scope, `${stateOf(scope.cursor, name).Type}StateEntered`, { name, input });
}

async function runState(step: Step): Promise<void> {
  for (;;) {
    try {
      if (step.at.retryAt !== undefined && !step.at.attempt) await sleepUntil(step.at.retryAt, step.signal);
      return leave(step, await (runners[step.state.Type] as (step: Step) => Promise<Exit>)(step));
    } catch (error) {
      if (!(error instanceof StateError)) throw error;
      if (retry(step, error)) continue;
      return leave(step, await caught(step, error));
    }
  }
}

function leave(step: Step, { output, assigned, next }: Exit): void {
  limitSize(output, `The output of state '${step.at.name}'`);
  const assignedVariables = Object.keys(assigned).length > 0 ? { assignedVariables: assigned } : {};
  record(
    step,
    `${step.state.Type}StateExited`,
    { name: step.at.name, output, ...assignedVariables },
    next === undefined ? {} : { next },
  );
}

function retry(step: Step, error: StateError): boolean {
  if (!('Retry' in step.state)) return false;
  const index = pickRetrier(step.state.Retry, step.at.retries, error.error);
  const retrier = step.state.Retry?.[index];
  if (!retrier) return false;
  const until = Date.now() + nextDelay(retrier, step.at.retries[index] ?? 0);
  record(step, 'retryAt', undefined, { retrier: index, until });
  return true;
}

async function caught(step: Step, error: StateError): Promise<Exit> {
  const catcher = 'Catch' in step.state ? pickCatcher(step.state.Catch, error.error) : undefined;
  if (!catcher) throw error;
  const { error: name, cause } = failure(error);
  const errorOutput: Json = cause === undefined ? { Error: name } : { Error: name, Cause: cause };
  return exitWith(step, catcher, { errorOutput }, errorOutput, catcher.Next);
}
