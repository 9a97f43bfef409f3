import { bucketWorkIndex, keys } from '#lib/store/keys.ts';
import { all, query } from '#lib/store/platform/read.ts';
import { put, remove, type Write } from '#lib/store/platform/write.ts';

/** What was begun at the object engine and, once it is due (real clock, ms), is brought to its end by the buckets schedule. */
export interface BucketWork {
  operation: string;
  kind: 'create' | 'delete' | 'configure' | 'revoke';
  account_id: string;
  /** The bucket's name; empty where it is on all buckets of the account (`revoke`). */
  bucket: string;
  due: number;
}

const sortable = (ms: number) => String(ms).padStart(15, '0');

export const putBucketWork = (work: BucketWork): Write =>
  put({
    ...keys.bucketWork(work.bucket, work.operation),
    gsi1pk: bucketWorkIndex,
    gsi1sk: sortable(work.due),
    ...work,
  });

export const removeBucketWork = ({ bucket, operation }: Pick<BucketWork, 'bucket' | 'operation'>): Write =>
  remove(keys.bucketWork(bucket, operation));

/** Work that is overdue. */
export const dueBucketWork = (now: number) =>
  all<BucketWork>({ pk: bucketWorkIndex, index: 'gsi1', upTo: sortable(now) });

/** When the earliest work is due (real clock, ms), or undefined where there is none. */
export async function nextBucketWork(): Promise<number | undefined> {
  const { items } = await query<BucketWork>({ pk: bucketWorkIndex, index: 'gsi1', limit: 1 });
  return items[0]?.due;
}
