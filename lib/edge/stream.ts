import type { DynamoDBStreamEvent } from 'aws-lambda';
import { log, messageOf } from './log.ts';

/**
 * Makes the handler of a function on the table's stream. Its verb gets the partition keys of the written items. A
 * failure is logged and not delivered again: a scheduled task does the work later.
 */
export function stream(name: string, verb: (keys: string[]) => Promise<void>) {
  return async ({ Records }: DynamoDBStreamEvent): Promise<void> => {
    const keys = Records.flatMap(({ dynamodb }) => dynamodb?.Keys?.pk?.S ?? []);
    try {
      await verb([...new Set(keys)]);
    } catch (error) {
      log('error', { stream: name, name: (error as Error).name, message: messageOf(error) });
    }
  };
}
