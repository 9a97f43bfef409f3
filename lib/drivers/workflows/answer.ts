import {
  InvalidToken,
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn';
import { stepFunctions } from './start.ts';

/** Whether an error says that nobody waits for this token any more. */
function isOver(error: unknown): boolean {
  return error instanceof TaskTimedOut || error instanceof TaskDoesNotExist || error instanceof InvalidToken;
}

/** Tells the waiting task its result; false where nobody waits any more. */
export async function succeed(taskToken: string, output: Record<string, unknown>): Promise<boolean> {
  return answered(() =>
    stepFunctions().send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(output) })),
  );
}

/** Fails the waiting task under an error name that its Catch can tell; false where nobody waits any more. */
export async function fail(taskToken: string, error: string, cause: string): Promise<boolean> {
  return answered(() =>
    stepFunctions().send(new SendTaskFailureCommand({ taskToken, error, cause: cause.slice(0, 1000) })),
  );
}

/** Keeps the waiting task alive; false where nobody waits any more, so the work is to be given up. */
export async function heartbeat(taskToken: string): Promise<boolean> {
  return answered(() => stepFunctions().send(new SendTaskHeartbeatCommand({ taskToken })));
}

async function answered(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (isOver(error)) return false;
    throw error;
  }
}
