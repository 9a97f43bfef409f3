import type { Context } from '#lib/domain/platform/context.ts';
import { list } from '#lib/domain/platform/lists.ts';
import { prefetchPage } from '#lib/domain/platform/prefetch-page.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import type { Bucket } from '#lib/model/storage/bucket.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import type { BucketRecord } from '#lib/store/storage/buckets.ts';
import { toMeasuredBucket } from './show.ts';

/** Reads the first page ahead. */
export const prefetchBuckets = prefetchPage('bucket');

/** Returns one page of the caller's buckets, with `prefix` only those whose names begin with it. */
export async function listBuckets(
  context: Context,
  { prefix, ...query }: ListQuery & { prefix?: string | undefined },
): Promise<{ buckets: Bucket[]; next_cursor: string }> {
  const named: Clause<BucketRecord>[] = prefix === undefined ? [] : [['name', 'begins', prefix]];
  const { items, next_cursor } = await list(context, 'bucket', query as ListQuery, named, `/${prefix}`);
  return { buckets: await Promise.all(items.map(toMeasuredBucket)), next_cursor };
}
