import { type Key, keys } from '#lib/store/keys.ts';
import { all } from '#lib/store/platform/read.ts';
import { transact, update } from '#lib/store/platform/write.ts';

/** Moves a due time of the outbox's index so many seconds into the past (real clock). */
async function put(key: Key, seconds: number): Promise<void> {
  const due = Date.now() - seconds * 1000;
  const set = { due, gsi1sk: String(due).padStart(15, '0') };
  await transact([update(key, { set }, [['pk', 'exists']])]);
}

/** Makes an operation's intent overdue, as when its workflow was never started. */
export const intentOverdue = (operation: string) => put(keys.intent(operation), 1);

/** Moves an operation's deadline so many seconds into the past. */
export const deadlineOver = (operation: string, seconds = 1) => put(keys.deadline(operation), seconds);

/** Makes work on a bucket overdue, as when its request ended midway. */
export async function bucketWorkOver(bucket: string): Promise<void> {
  const { pk } = keys.bucketWork(bucket, '');
  for await (const { sk } of all({ pk, begins: 'WORK#' })) await put({ pk, sk }, 1);
}
