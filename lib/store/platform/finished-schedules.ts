import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import { documents, tableName } from './client.ts';
import type { finished } from './finished-schedules.entity.ts';
import { queryAll } from './read.ts';

/** When a scheduled task last ended: real clock, epoch milliseconds. */
export type Finished = Stored<typeof finished>;

/** Records that a scheduled task has ended, in one plain write, since all of them run in the same second. */
export async function storeFinished(finished: Finished): Promise<void> {
  const Item = { ...keys.finishedSchedule(finished.schedule), ...finished };
  await documents().send(new PutCommand({ TableName: tableName(), Item }));
}

/** Every scheduled task that has ended at least once. */
export const finishedSchedules = (): Promise<Finished[]> => queryAll({ pk: keys.finishedSchedule('').pk });
