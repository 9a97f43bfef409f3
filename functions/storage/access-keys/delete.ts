import * as z from 'zod';
import { deleteBucketKey } from '#lib/domain/storage/bucket-keys/delete.ts';
import { route } from '#lib/edge/route.ts';
import { deleted } from '#lib/model/platform/common.ts';
import { bucketKeyPath } from '#lib/model/storage/bucket-key.ts';

/** Deletes an access key for a bucket; the key is refused from the next S3 request on. */
export const handler = route(
  {
    name: 'deleteBucketKey',
    action: 'storage:DeleteBucketKey',
    resource: ({ name }) => `bucket/${name}`,
    params: bucketKeyPath,
    versioned: true,
    dryRun: true,
    reply: z.strictObject({
      access_key_id: z.string().describe("The access key's id.").meta({ example: 'SVCQ3W7X5ZK2M4N6P7AB' }),
      deleted,
    }),
  },
  (context, { params }) => deleteBucketKey(context, params),
);
