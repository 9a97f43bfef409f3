import { listBuckets, prefetchBuckets } from '#lib/domain/storage/buckets/list.ts';
import { route } from '#lib/edge/route.ts';
import { knownValues, listOf, taggedListQuery } from '#lib/model/platform/lists.ts';
import { bucket } from '#lib/model/storage/bucket.ts';

/** Lists the account's buckets with their usage; with `prefix` only those whose names begin with it. */
export const handler = route(
  {
    name: 'listBuckets',
    action: 'storage:ListBuckets',
    resource: () => 'bucket/*',
    names: { 'query.id': 'bucket', 'query.name': 'bucket' },
    query: taggedListQuery('status', 'name', 'prefix').superRefine(knownValues('status', bucket.shape.status.options)),
    prefetchPage: prefetchBuckets,
    reply: listOf('buckets', bucket),
  },
  (context, { query }) => listBuckets(context, query),
);
