import { realNow } from '#lib/drivers/clocks/real.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { putBucketWork } from '#lib/store/storage/buckets.ts';

/** Has every key of an account's buckets that is of an earlier generation ended at the object engine, by the buckets schedule. */
export function revokeBucketKeys(account_id: string): Write {
  const now = realNow();
  return putBucketWork({
    operation: newId('operation', now),
    kind: 'revoke',
    account_id,
    bucket: '',
    due: now.getTime(),
  });
}
