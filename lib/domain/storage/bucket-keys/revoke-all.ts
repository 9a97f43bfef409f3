import { realNow } from '#lib/drivers/clocks/real.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { putBucketWork } from '#lib/store/storage/buckets.ts';

/**
 * The write that makes the buckets schedule revoke, at the object engine, all keys of an account from earlier
 * generations.
 */
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
