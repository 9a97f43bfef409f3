import { randomBytes } from 'node:crypto';
import {
  INVOKE_WITH_TOKEN,
  type Json,
  type JsonObject,
  type TaskState,
} from '#lib/local/stepfunctions/asl/definition.ts';
import { sleepUntil, unlessAborted } from '#lib/local/stepfunctions/clock.ts';
import { Cancelled, failure, StateError } from '#lib/local/stepfunctions/errors.ts';
import { resourceOf, sealToken } from './answers.ts';
import type { TaskAttempt } from './cursor.ts';
import { evaluate, evaluationError, exitWith } from './evaluate.ts';
import type { Details, StateFailure } from './records.ts';
import { type Exit, limitSize, record, type Step } from './step.ts';

const LONGEST_TIMEOUT = 99_999_999;

/**
 * Task: calls the function, once the call is durable, and takes its answer or that of its token. A recorded answer is
 * final; a call without an answer is repeated after a restart.
 */
export async function task(step: Step<TaskState>): Promise<Exit> {
  const attempt = current(step) ?? (await schedule(step));
  if (!attempt.outcome) await perform(step, attempt);
  const { outcome } = attempt;
  if (!outcome) throw new Cancelled();
  if ('failure' in outcome) throw new StateError(outcome.failure.error, outcome.failure.cause);
  return exitWith(step, step.state, { result: outcome.output }, outcome.output, step.state.Next);
}

function current(step: Step<TaskState>): TaskAttempt | undefined {
  return step.at.attempt?.kind === 'task' ? step.at.attempt : undefined;
}

async function schedule(step: Step<TaskState>): Promise<TaskAttempt> {
  const { state, run } = step;
  const waits = state.Resource === INVOKE_WITH_TOKEN;
  const token = waits ? sealToken(run.identity, randomBytes(24)) : undefined;
  const fields = {
    Arguments: state.Arguments,
    TimeoutSeconds: state.TimeoutSeconds,
    HeartbeatSeconds: state.HeartbeatSeconds,
  };
  const values = await evaluate(step, fields, token === undefined ? {} : { token });
  const parameters = argumentsOf(step, values.Arguments);
  limitSize(parameters, `The input of state '${step.at.name}'`);
  const timeout = seconds(step, 'TimeoutSeconds', values.TimeoutSeconds);
  const heartbeat = seconds(step, 'HeartbeatSeconds', values.HeartbeatSeconds);
  record(
    step,
    'TaskScheduled',
    {
      resourceType: 'lambda',
      resource: waits ? 'invoke.waitForTaskToken' : 'invoke',
      region: run.services.region,
      parameters,
      ...(timeout !== undefined && { timeoutInSeconds: timeout }),
      ...(heartbeat !== undefined && { heartbeatInSeconds: heartbeat }),
    },
    token === undefined ? {} : { token },
  );
  const attempt = current(step);
  if (!attempt) throw new Error('a scheduled task has no attempt');
  record(step, 'TaskStarted', resourceOf(attempt));
  return attempt;
}

function argumentsOf(step: Step, value: Json | undefined): JsonObject {
  const fields = value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
  const unknown = Object.keys(fields).find((key) => key !== 'FunctionName' && key !== 'Payload');
  if (unknown) throw evaluationError(step, `Arguments/${unknown}`, `The argument '${unknown}' is not supported.`);
  if (typeof fields.FunctionName === 'string') return fields;
  throw evaluationError(step, 'Arguments/FunctionName', "The field 'Arguments' must give a FunctionName.");
}

function seconds(step: Step, field: string, value: Json | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= LONGEST_TIMEOUT) return Number(value);
  throw evaluationError(step, field, `The field '${field}' must give an integer from 1 to ${LONGEST_TIMEOUT}.`);
}

async function perform(step: Step<TaskState>, attempt: TaskAttempt): Promise<void> {
  const { run, signal } = step;
  await unlessAborted(run.durable(), signal);
  if (run.services.closing.aborted) throw new Cancelled();
  // After a restart the token is already known, and may have been answered before this performer existed.
  if (attempt.outcome) return;
  const ended = new AbortController();
  const calling = new AbortController();
  const stop = () => calling.abort();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const answered = Promise.withResolvers<void>();
    attempt.wake = (error) => (error === undefined ? answered.resolve() : answered.reject(error));
    attempt.beatAt = Date.now();
    watch(step, attempt, ended.signal);
    if (!attempt.submitted) void call(step, attempt, calling.signal);
    await unlessAborted(answered.promise, signal);
  } finally {
    attempt.wake = undefined;
    signal.removeEventListener('abort', stop);
    ended.abort();
    // A token may be answered before the call that passes it on has returned; that call is allowed to finish.
    if (!attempt.outcome || 'failure' in attempt.outcome) calling.abort();
  }
}

/** Records how the attempt ended and wakes its performer, unless it has ended already or was cancelled. */
function settle(step: Step, attempt: TaskAttempt, type: string, details: Details): void {
  if (attempt.outcome || step.signal.aborted) return;
  record(step, type, { ...resourceOf(attempt), ...details });
  if (attempt.outcome) attempt.wake?.();
}

/** Settles an end that no caller awaits; a failure to record it goes to the performer. */
function settleOrWake(step: Step, attempt: TaskAttempt, type: string, details: Details): void {
  try {
    settle(step, attempt, type, details);
  } catch (error) {
    attempt.wake?.(error);
  }
}

async function call(step: Step, attempt: TaskAttempt, signal: AbortSignal): Promise<void> {
  const { invoke, activity } = step.run.services;
  let end: [type: string, details: Details];
  try {
    const payload = structuredClone(attempt.payload);
    const answer = await activity.track((async () => invoke(functionName(attempt.functionName), payload, signal))());
    const output: Json = { ExecutedVersion: '$LATEST', Payload: asJson(answer), StatusCode: 200 };
    limitSize(output, `The result of state '${step.at.name}'`);
    end = [attempt.token === undefined ? 'TaskSucceeded' : 'TaskSubmitted', { output }];
  } catch (error) {
    end = ['TaskFailed', error instanceof StateError ? failure(error) : lambdaFailure(error)];
  }
  settleOrWake(step, attempt, ...end);
}

/** Throws as JSON.stringify does: a result that is not JSON fails the task. */
function asJson(value: unknown): Json {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? null : (JSON.parse(text) as Json);
}

/**
 * Watches the timeouts: a token's from when it was passed on, a call's from this call, heartbeats' from the last one.
 */
function watch(step: Step, attempt: TaskAttempt, ended: AbortSignal): void {
  const { timeout, heartbeat, token } = attempt;
  const since = token === undefined ? Date.now() : attempt.scheduledAt;
  if (timeout !== undefined) {
    sleepUntil(since + 1000 * timeout, ended).then(
      () => settleOrWake(step, attempt, 'TaskTimedOut', { error: 'States.Timeout' }),
      () => undefined,
    );
  }
  if (heartbeat !== undefined) void watchHeartbeat(step, attempt, 1000 * heartbeat, ended);
}

async function watchHeartbeat(step: Step, attempt: TaskAttempt, window: number, ended: AbortSignal): Promise<void> {
  try {
    while (attempt.beatAt + window > Date.now()) await sleepUntil(attempt.beatAt + window, ended);
    settleOrWake(step, attempt, 'TaskTimedOut', { error: 'States.HeartbeatTimeout' });
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
  }
}

/** The bare name in a FunctionName: a name, a name:qualifier, a partial ARN or an ARN. */
function functionName(text: string): string {
  const marker = text.lastIndexOf('function:');
  const rest = marker < 0 ? text : text.slice(marker + 'function:'.length);
  return rest.split(':')[0] ?? rest;
}

/** What Lambda reports for a thrown value: its class name as the error, `{errorType, errorMessage}` as the cause. */
function lambdaFailure(thrown: unknown): StateFailure {
  const isError = thrown instanceof Error || (typeof thrown === 'object' && thrown !== null && 'name' in thrown);
  const { name, message } = isError ? (thrown as Error) : { name: typeof thrown, message: String(thrown) };
  const errorType = typeof name === 'string' && name !== '' ? name : 'Error';
  return { error: errorType, cause: JSON.stringify({ errorType, errorMessage: String(message ?? '') }) };
}
