import type { DirectCalls } from '#lib/local/transport/client.ts';
import { poster } from '#lib/local/transport/post.ts';

/** Seconds of the epoch. */
interface Dates {
  readonly startDate: number;
  readonly creationDate: number;
}

/** What is called while somebody waits, and how the fields of its reply are read. Done twice, each is as done once. */
const forms: Readonly<Record<string, { operation: string; replyOf?(reply: Dates): object }>> = {
  StartExecutionCommand: {
    operation: 'StartExecution',
    replyOf: ({ startDate, ...reply }) => ({ ...reply, startDate: new Date(startDate * 1000) }),
  },
  DescribeStateMachineCommand: {
    operation: 'DescribeStateMachine',
    replyOf: ({ creationDate, ...reply }) => ({ ...reply, creationDate: new Date(creationDate * 1000) }),
  },
  SendTaskHeartbeatCommand: { operation: 'SendTaskHeartbeat' },
};

/**
 * Calls the engine behind a socket directly. What goes well is answered; everything else is left to the SDK, which
 * sends the call once more and has the errors and the patience.
 */
export function directTo(socketPath: string): DirectCalls {
  const post = poster(socketPath, 'AWSStepFunctions');
  return async ({ command = '', input }) => {
    const form = forms[command];
    if (!form) return { input, output: undefined };
    try {
      const { isGood, text } = await post(form.operation, JSON.stringify(input));
      if (!isGood) return { input, output: undefined };
      const reply = JSON.parse(text);
      return { input, output: { $metadata: {}, ...(form.replyOf?.(reply) ?? reply) } };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code) return { input, output: undefined };
      throw error;
    }
  };
}
