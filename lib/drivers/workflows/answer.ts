import {
  InvalidToken,
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn';
import { stepFunctions } from './start.ts';

/** Whether an error says that the task no longer waits for this token. */
function isNoLongerWaiting(error: unknown): boolean {
  return error instanceof TaskTimedOut || error instanceof TaskDoesNotExist || error instanceof InvalidToken;
}

/** Completes the waiting task with its result; false where the task no longer waits. */
export async function succeed(taskToken: string, output: Record<string, unknown>): Promise<boolean> {
  return answered(() =>
    stepFunctions().send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(output) })),
  );
}

/** Fails the waiting task under an error name for its Catch; false where the task no longer waits. */
export async function fail(taskToken: string, error: string, cause: string): Promise<boolean> {
  return answered(() =>
    stepFunctions().send(new SendTaskFailureCommand({ taskToken, error, cause: cause.slice(0, 1000) })),
  );
}

/** Keeps the waiting task alive; false where the task no longer waits, so that the work must stop. */
export async function heartbeat(taskToken: string): Promise<boolean> {
  return answered(() => stepFunctions().send(new SendTaskHeartbeatCommand({ taskToken })));
}

async function answered(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (isNoLongerWaiting(error)) return false;
    throw error;
  }
}
