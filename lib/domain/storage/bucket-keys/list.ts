import type { Context } from '#lib/domain/platform/context.ts';
import { pageOf } from '#lib/domain/platform/lists.ts';
import { findBucket } from '#lib/domain/storage/buckets/resource.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import type { BucketKey } from '#lib/model/storage/bucket-key.ts';
import { getBucketKeys } from '#lib/store/storage/bucket-keys.ts';
import { toBucketKey } from './resource.ts';

/** Returns one page of a bucket's access keys; none while the bucket is being deleted, since they are then revoked. */
export async function listBucketKeys(
  context: Context,
  name: string,
  query: ListQuery,
): Promise<{ access_keys: BucketKey[]; next_cursor: string }> {
  const bucket = await findBucket(context, name);
  const found = bucket.status === 'deleting' ? [] : await getBucketKeys(bucket.access_key_ids);
  const { items, next_cursor } = await pageOf(context, `keys of ${bucket.uid}`, query, found.map(toBucketKey), {
    // The ids of keys do not sort by age.
    place: ({ created_at, id }) => `${created_at} ${id}`,
  });
  return { access_keys: items, next_cursor };
}
