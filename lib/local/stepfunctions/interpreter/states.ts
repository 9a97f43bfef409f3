import type {
  ChoiceState,
  FailState,
  Json,
  PassState,
  SucceedState,
  WaitState,
} from '#lib/local/stepfunctions/asl/definition.ts';
import { sleepUntil } from '#lib/local/stepfunctions/clock.ts';
import { StateError } from '#lib/local/stepfunctions/errors.ts';
import { evaluate, evaluationError, exitWith } from './evaluate.ts';
import { type Exit, record, type Step } from './step.ts';

const LONGEST_WAIT = 99_999_999;
/** RFC 3339 with seconds, as the states language requires. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Pass: the input, or Output, goes on. */
export function pass(step: Step<PassState>): Promise<Exit> {
  return exitWith(step, step.state, {}, step.at.input, step.state.Next);
}

/** Succeed: ends the execution with the input, or Output. */
export function succeed(step: Step<SucceedState>): Promise<Exit> {
  return exitWith(step, step.state, {}, step.at.input, undefined);
}

/** Fail: throws its Error and Cause. */
export async function fail(step: Step<FailState>): Promise<Exit> {
  const { Error: error, Cause } = await evaluate(step, { Error: step.state.Error, Cause: step.state.Cause });
  const reason = Cause === undefined ? undefined : text(step, 'Cause', Cause);
  throw new StateError(error === undefined ? '' : text(step, 'Error', error), reason);
}

/** Choice: the first rule whose Condition is true, else Default; throws States.NoChoiceMatched. */
export async function choice(step: Step<ChoiceState>): Promise<Exit> {
  const { Choices, Default } = step.state;
  for (const [index, rule] of Choices.entries()) {
    const field = `Choices[${index}]/Condition`;
    const holds = (await evaluate(step, { [field]: rule.Condition }))[field];
    if (typeof holds !== 'boolean') throw evaluationError(step, field, `The field '${field}' must give a boolean.`);
    if (holds) return exitWith(step, rule, {}, step.at.input, rule.Next);
  }
  if (Default !== undefined) return exitWith(step, step.state, {}, step.at.input, Default);
  throw new StateError('States.NoChoiceMatched', `No choice of the state '${step.at.name}' matched.`);
}

/** Wait: until an absolute time, which is in the journal before the wait begins and holds across restarts. */
export async function wait(step: Step<WaitState>): Promise<Exit> {
  if (step.at.attempt?.kind !== 'wait') {
    const { Seconds, Timestamp } = await evaluate(step, {
      Seconds: step.state.Seconds,
      Timestamp: step.state.Timestamp,
    });
    const until = Timestamp === undefined ? inSeconds(step, Seconds) : atTimestamp(step, Timestamp);
    record(step, 'waitUntil', undefined, { until });
    await step.run.durable();
  }
  if (step.at.attempt?.kind === 'wait') await sleepUntil(step.at.attempt.until, step.signal);
  return exitWith(step, step.state, {}, step.at.input, step.state.Next);
}

function inSeconds(step: Step, seconds: Json | undefined): number {
  if (Number.isInteger(seconds) && Number(seconds) >= 0 && Number(seconds) <= LONGEST_WAIT) {
    return step.at.enteredAt + 1000 * Number(seconds);
  }
  throw evaluationError(step, 'Seconds', `The field 'Seconds' must give an integer from 0 to ${LONGEST_WAIT}.`);
}

function atTimestamp(step: Step, timestamp: Json): number {
  const at = typeof timestamp === 'string' && TIMESTAMP.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
  if (!Number.isNaN(at)) return at;
  throw evaluationError(step, 'Timestamp', "The field 'Timestamp' must give a timestamp of RFC 3339.");
}

function text(step: Step, field: string, value: Json): string {
  if (typeof value === 'string') return value;
  throw evaluationError(step, field, `The field '${field}' must give a string.`);
}
