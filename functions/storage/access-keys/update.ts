import * as z from 'zod';
import { updateBucketKey } from '#lib/domain/storage/bucket-keys/update.ts';
import { route } from '#lib/edge/route.ts';
import { accessKeyStatus } from '#lib/model/identity/access-key.ts';
import { bucketKey, bucketKeyPath, keyName, keyPermission } from '#lib/model/storage/bucket-key.ts';

/** Changes an access key's name, status or permission, from the next S3 request on. */
export const handler = route(
  {
    name: 'updateBucketKey',
    action: 'storage:UpdateBucketKey',
    resource: ({ name }) => `bucket/${name}`,
    params: bucketKeyPath,
    body: z.strictObject({
      name: keyName.optional(),
      permission: keyPermission.optional(),
      status: accessKeyStatus.optional(),
    }),
    versioned: true,
    dryRun: true,
    reply: bucketKey,
    etag: 'always',
  },
  (context, { params, body: { name, ...body } }) => updateBucketKey(context, { ...params, ...body, label: name }),
);
