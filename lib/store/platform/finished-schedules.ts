import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import { documents, tableName } from './client.ts';
import type { finished } from './finished-schedules.entity.ts';
import { queryAll } from './read.ts';

/** When a schedule last came to an end: real clock, epoch milliseconds. */
export type Finished = Stored<typeof finished>;

/** Notes that a schedule has come to an end: one plain write, since all of them run in the same second. */
export async function storeFinished(finished: Finished): Promise<void> {
  const Item = { ...keys.finishedSchedule(finished.schedule), ...finished };
  await documents().send(new PutCommand({ TableName: tableName(), Item }));
}

/** Every schedule that has come to an end. */
export const finishedSchedules = (): Promise<Finished[]> => queryAll({ pk: keys.finishedSchedule('').pk });
