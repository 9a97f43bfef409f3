import type { DynamoDBStreamEvent } from 'aws-lambda';

/** What the table's stream tells a function of new items with these partition keys. */
export const streamEvent = (pks: readonly string[]): DynamoDBStreamEvent => ({
  Records: pks.map((pk, at) => ({
    eventName: 'INSERT',
    dynamodb: { Keys: { pk: { S: pk } }, SequenceNumber: String(at + 1) },
  })),
});
