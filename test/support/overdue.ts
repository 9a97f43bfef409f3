import { type Key, keys } from '#lib/store/keys.ts';
import { all } from '#lib/store/platform/read.ts';
import { transact, update } from '#lib/store/platform/write.ts';

/** Puts a due time of the outbox's index so many seconds into the past (real clock). */
async function put(key: Key, seconds: number): Promise<void> {
  const due = Date.now() - seconds * 1000;
  const set = { due, gsi1sk: String(due).padStart(15, '0') };
  await transact([update(key, { set }, [['pk', 'exists']])]);
}

/** Makes an operation's intent overdue: nobody started its workflow. */
export const intentOverdue = (operation: string) => put(keys.intent(operation), 1);

/** Makes an operation's deadline lie so many seconds back. */
export const deadlineOver = (operation: string, seconds = 1) => put(keys.deadline(operation), seconds);

/** Makes work that was begun on a bucket overdue: whoever began it is gone. */
export async function bucketWorkOver(bucket: string): Promise<void> {
  const { pk } = keys.bucketWork(bucket, '');
  for await (const { sk } of all({ pk, begins: 'WORK#' })) await put({ pk, sk }, 1);
}
