import type * as z from 'zod';
import { log, messageOf } from './log.ts';

/**
 * Makes the handler of a state machine's task. It checks the payload against the schema and runs the verb. A task may
 * run more than once, so its verb must be idempotent. An error fails the task under the error's name, which Retry and
 * Catch use.
 */
export function task<S extends z.ZodType>(payload: S, verb: (input: z.output<S>) => Promise<unknown>) {
  return async (event: unknown): Promise<unknown> => {
    try {
      return (await verb(payload.parse(event))) ?? {};
    } catch (error) {
      const { name } = error as Error;
      if (name !== 'Superseded') log('warn', { task: verb.name, name, message: messageOf(error) });
      throw error;
    }
  };
}
