import { setMaxListeners } from 'node:events';
import type { Json, MapState, ParallelState } from '#lib/local/stepfunctions/asl/definition.ts';
import { Cancelled, failure, StateError } from '#lib/local/stepfunctions/errors.ts';
import type { BranchesAttempt, Cursor } from './cursor.ts';
import { evaluate, evaluationError, exitWith } from './evaluate.ts';
import { type Exit, limitSize, record, type Scope, type Step } from './step.ts';

/** An inline Map runs at most this many iterations at a time, whatever MaxConcurrency says. */
const MOST_CONCURRENT = 40;
const ABORTABLE = new Set(['Task', 'Wait', 'Parallel', 'Map']);

/** Parallel: every branch gets the input, or Arguments; the outputs in order are the result. */
export async function parallel(step: Step<ParallelState>): Promise<Exit> {
  if (!current(step)) {
    const { Arguments } = await evaluate(step, { Arguments: step.state.Arguments });
    record(step, 'ParallelStateStarted', undefined, { inputs: [Arguments ?? step.at.input] });
  }
  return join(step, (attempt, signal) =>
    Promise.all([...attempt.children.values()].map((cursor) => step.run.runScope({ run: step.run, cursor, signal }))),
  );
}

/** Map: one iteration for each item, a limited number at a time; the outputs in order are the result. */
export async function map(step: Step<MapState>): Promise<Exit> {
  if (!current(step)) await startMap(step);
  return join(step, async (attempt, signal) => {
    let next = 0;
    const worker = async () => {
      for (let index = next++; index < attempt.inputs.length; index = next++) {
        await iterate({ ...step, signal }, attempt, index);
      }
    };
    const workers = Math.min(attempt.concurrency, MOST_CONCURRENT, attempt.inputs.length);
    await Promise.all(Array.from({ length: workers }, worker));
  });
}

function current(step: Step): BranchesAttempt | undefined {
  return step.at.attempt?.kind === 'branches' ? step.at.attempt : undefined;
}

async function startMap(step: Step<MapState>): Promise<void> {
  const { Items, MaxConcurrency } = await evaluate(step, {
    Items: step.state.Items,
    MaxConcurrency: step.state.MaxConcurrency,
  });
  const inputs = Items ?? step.at.input;
  if (!Array.isArray(inputs)) throw evaluationError(step, 'Items', "The field 'Items' must give an array.");
  if (!Number.isInteger(MaxConcurrency ?? 0) || Number(MaxConcurrency ?? 0) < 0) {
    throw evaluationError(step, 'MaxConcurrency', "The field 'MaxConcurrency' must give an integer of 0 or more.");
  }
  limitSize(inputs, `The items of state '${step.at.name}'`);
  record(
    step,
    'MapStateStarted',
    { length: inputs.length },
    { inputs, concurrency: Number(MaxConcurrency) || MOST_CONCURRENT },
  );
}

async function iterate(step: Step<MapState>, attempt: BranchesAttempt, index: number): Promise<void> {
  const { name } = step.at;
  if (!attempt.children.has(index)) {
    const value = attempt.inputs[index] ?? null;
    const { ItemSelector } = await evaluate(
      step,
      { ItemSelector: step.state.ItemSelector },
      { item: { index, value } },
    );
    record(step, 'MapIterationStarted', { name, index, input: ItemSelector ?? value });
  }
  const cursor = attempt.children.get(index) as Cursor;
  const scope: Scope = { run: step.run, cursor, signal: step.signal };
  try {
    await step.run.runScope(scope);
    if (!cursor.reported) record(scope, 'MapIterationSucceeded', { name, index });
  } catch (error) {
    if (error instanceof StateError) record(scope, 'MapIterationFailed', { name, index });
    throw error;
  }
}

/**
 * Runs all children to their end. At the first failure the others are cancelled, and the state fails with that error.
 */
async function join(
  step: Step<ParallelState> | Step<MapState>,
  runAll: (attempt: BranchesAttempt, signal: AbortSignal) => Promise<unknown>,
): Promise<Exit> {
  const attempt = current(step) as BranchesAttempt;
  const { Type } = step.state;
  if (!attempt.outcome) {
    const group = new AbortController();
    const abort = () => group.abort();
    setMaxListeners(0, group.signal);
    step.signal.addEventListener('abort', abort, { once: true });
    try {
      await runAll(attempt, group.signal);
      record(step, `${Type}StateSucceeded`);
    } catch (error) {
      group.abort();
      if (!(error instanceof StateError)) throw error;
      for (const child of attempt.children.values()) abortChild(step, child);
      record(step, `${Type}StateFailed`, undefined, { error: failure(error) });
    } finally {
      step.signal.removeEventListener('abort', abort);
    }
  }
  const { outcome } = attempt;
  if (!outcome) throw new Cancelled();
  if ('failure' in outcome) throw new StateError(outcome.failure.error, outcome.failure.cause);
  return exitWith(step as Step, step.state, { result: outcome.output as Json }, outcome.output, step.state.Next);
}

/** Records in the history that a sibling's failure ended this child. */
function abortChild(step: Step, child: Cursor): void {
  const { at } = child;
  if (child.done || !at) return;
  if (at.attempt?.kind === 'branches') for (const inner of at.attempt.children.values()) abortChild(step, inner);
  const type = child.graph.States[at.name]?.Type ?? '';
  const ended = at.attempt && 'outcome' in at.attempt && at.attempt.outcome;
  if (ABORTABLE.has(type) && !ended) record({ ...step, cursor: child }, `${type}StateAborted`);
}
