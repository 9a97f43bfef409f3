/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A JSON object. */
export type JsonObject = { [key: string]: Json };

/** A `Retry` entry; absent numbers have the language's defaults (1 s, ×2, 3 attempts). */
export interface Retrier {
  ErrorEquals: string[];
  IntervalSeconds?: number;
  BackoffRate?: number;
  MaxAttempts?: number;
  MaxDelaySeconds?: number;
  JitterStrategy?: 'FULL' | 'NONE';
}

/** One `Catch` entry. */
export interface Catcher {
  ErrorEquals: string[];
  Next: string;
  Assign?: JsonObject;
  Output?: Json;
}

interface Leaving {
  Assign?: JsonObject;
  Output?: Json;
  Next?: string;
}

interface Recovering {
  Retry?: Retrier[];
  Catch?: Catcher[];
}

/** Calls a Lambda function, or calls it and waits for its task token. */
export interface TaskState extends Leaving, Recovering {
  Type: 'Task';
  Resource: string;
  Arguments: Json;
  TimeoutSeconds?: number | string;
  HeartbeatSeconds?: number | string;
}

/** Waits for seconds or until a timestamp; exactly one of the two is present. */
export interface WaitState extends Leaving {
  Type: 'Wait';
  Seconds?: number | string;
  Timestamp?: string;
}

/** A rule of a Choice: the first whose condition is true is taken. */
export interface ChoiceRule {
  Condition: string;
  Next: string;
  Assign?: JsonObject;
  Output?: Json;
}

/** Picks the next state. */
export interface ChoiceState extends Leaving {
  Type: 'Choice';
  Choices: ChoiceRule[];
  Default?: string;
}

/** Passes on its input, or its Output. */
export interface PassState extends Leaving {
  Type: 'Pass';
}

/** Ends the execution successfully. */
export interface SucceedState extends Leaving {
  Type: 'Succeed';
}

/** Ends the execution with an error. */
export interface FailState {
  Type: 'Fail';
  Error?: string;
  Cause?: string;
}

/** Any state that this engine runs. */
export type State = TaskState | WaitState | ChoiceState | PassState | SucceedState | FailState;

/** States and where they start. */
export interface StateGraph {
  StartAt: string;
  States: Record<string, State>;
}

/** A whole machine, already validated. */
export interface Machine extends StateGraph {
  TimeoutSeconds?: number;
}

/** The resource of a Task that calls a function. */
export const INVOKE = 'arn:aws:states:::lambda:invoke';
/** The resource of a Task that calls a function and ends when its token is sent back. */
export const INVOKE_WITH_TOKEN = `${INVOKE}.waitForTaskToken`;
