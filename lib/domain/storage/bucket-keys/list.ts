import type { Context } from '#lib/domain/platform/context.ts';
import { pageOf } from '#lib/domain/platform/lists.ts';
import { findBucket } from '#lib/domain/storage/buckets/resource.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import type { BucketKey } from '#lib/model/storage/bucket-key.ts';
import { getBucketKeys } from '#lib/store/storage/bucket-keys.ts';
import { toBucketKey } from './resource.ts';

/** One page of a bucket's keys; none while it is being deleted, since they are revoked then. */
export async function listBucketKeys(
  context: Context,
  { name, ...query }: { name: string } & ListQuery,
): Promise<{ access_keys: BucketKey[]; next_cursor: string }> {
  const bucket = await findBucket(context, name);
  const found = bucket.status === 'deleting' ? [] : await getBucketKeys(bucket.access_key_ids);
  // Their ids tell nothing of their age; their order does, also within a second.
  const rows = found.map((record, i) => {
    const key = toBucketKey(record);
    return { ...key, id: `${key.created_at} ${String(i).padStart(4, '0')} ${key.id}` };
  });
  const { items, next_cursor } = await pageOf(context, `keys of ${bucket.uid}`, query, rows, 'name');
  return { access_keys: items.map((row) => ({ ...row, id: row.access_key_id })), next_cursor };
}
