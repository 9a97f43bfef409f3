import { listBucketKeys } from '#lib/domain/bucket-keys/list.ts';
import { bucketFacts } from '#lib/domain/buckets/find.ts';
import { route } from '#lib/edge/route.ts';
import { bucketPath } from '#lib/model/bucket.ts';
import { bucketKey } from '#lib/model/bucket-key.ts';
import { knownValues, listOf, listQuery } from '#lib/model/lists.ts';

/** One page of a bucket's access keys, without their secrets. */
export const handler = route(
  {
    name: 'listBucketKeys',
    action: 'storage:ListBucketKeys',
    resource: ({ name }) => `bucket/${name}`,
    facts: bucketFacts,
    params: bucketPath,
    query: listQuery('status', 'permission')
      .superRefine(knownValues('status', bucketKey.shape.status.options))
      .superRefine(knownValues('permission', bucketKey.shape.permission.options)),
    reply: listOf('access_keys', bucketKey),
  },
  (context, { params, query }) => listBucketKeys(context, { ...params, ...query }),
);
