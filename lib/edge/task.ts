import type * as z from 'zod';
import { log, messageOf } from './log.ts';

/**
 * Opens a state machine's task: the handler checks its payload against the schema and runs the verb, once or more, so a
 * verb is idempotent. Whatever it throws fails the task under the error's name, which Retry and Catch go by.
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
