import { listBucketKeys } from '#lib/domain/storage/bucket-keys/list.ts';
import { route } from '#lib/edge/route.ts';
import { knownValues, listOf, listQuery } from '#lib/model/platform/lists.ts';
import { bucketPath } from '#lib/model/storage/bucket.ts';
import { bucketKey } from '#lib/model/storage/bucket-key.ts';

/** Lists a bucket's access keys, without their secrets. */
export const handler = route(
  {
    name: 'listBucketKeys',
    action: 'storage:ListBucketKeys',
    resource: ({ name }) => `bucket/${name}`,
    params: bucketPath,
    query: listQuery('name', 'status', 'permission')
      .superRefine(knownValues('status', bucketKey.shape.status.options))
      .superRefine(knownValues('permission', bucketKey.shape.permission.options)),
    reply: listOf('access_keys', bucketKey),
  },
  (context, { params, query }) => listBucketKeys(context, params.name, query),
);
