import type { DynamoDBStreamEvent } from 'aws-lambda';
import { log, messageOf } from './log.ts';

/** Opens a function that follows the table's stream: its verb is told the partition keys of what was written. What fails is logged and never delivered again: a scheduled task finds it. */
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
