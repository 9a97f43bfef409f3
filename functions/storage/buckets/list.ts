import { listBuckets } from '#lib/domain/storage/buckets/list.ts';
import { route } from '#lib/edge/route.ts';
import { knownValues, listOf, taggedListQuery } from '#lib/model/platform/lists.ts';
import { bucket } from '#lib/model/storage/bucket.ts';

/** One page of the account's buckets with what they hold, those alone whose names begin with `prefix`. */
export const handler = route(
  {
    name: 'listBuckets',
    action: 'storage:ListBuckets',
    resource: () => 'bucket/*',
    names: { 'query.name': 'bucket' },
    query: taggedListQuery('status', 'name', 'prefix').superRefine(knownValues('status', bucket.shape.status.options)),
    reply: listOf('buckets', bucket),
  },
  (context, { query }) => listBuckets(context, query),
);
