import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { wireStore } from '#lib/domain/platform/wire.ts';
import { type Follower, followerOf } from '#lib/model/platform/followed.ts';
import { log, messageOf } from './log.ts';

/** Continues what new items with these partition keys began. Called again for the same items, it does nothing more. */
export type Consumer = (keys: string[]) => Promise<unknown>;

interface Written {
  readonly key: string;
  /** The record's place in the stream. */
  readonly at: string;
}

/**
 * Makes the handler of the function on the table's stream. Each consumer gets the partition keys of its items, in the
 * order in which they were written. Consumers run at the same time, and none waits for another. The records of one that
 * fails are reported, so that Lambda delivers them again.
 */
export function streamReader(name: string, consumers: Readonly<Record<Follower, Consumer>>) {
  wireStore();
  const consume = async (consumer: Follower, records: readonly Written[]): Promise<string[]> => {
    try {
      await consumers[consumer]([...new Set(records.map(({ key }) => key))]);
      return [];
    } catch (error) {
      log('error', { stream: name, consumer, name: (error as Error).name, message: messageOf(error) });
      return records.map(({ at }) => at);
    }
  };
  return async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const lanes = new Map<Follower, Written[]>();
    for (const { dynamodb } of Records) {
      const key = dynamodb?.Keys?.pk?.S ?? '';
      const consumer = followerOf(key);
      if (consumer) lanes.set(consumer, [...(lanes.get(consumer) ?? []), { key, at: dynamodb?.SequenceNumber ?? '' }]);
    }
    const failed = await Promise.all([...lanes].map(([consumer, records]) => consume(consumer, records)));
    return { batchItemFailures: failed.flat().map((itemIdentifier) => ({ itemIdentifier })) };
  };
}
