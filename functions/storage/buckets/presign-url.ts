import { createPresignedUrl } from '#lib/domain/storage/bucket-keys/presign.ts';
import { route } from '#lib/edge/route.ts';
import { bucketPath } from '#lib/model/storage/bucket.ts';
import { presignedAs, presignedUrl, presignInput } from '#lib/model/storage/presigned.ts';

/**
 * Creates a URL with which anyone can perform one operation on one object until it expires. 409 unless the bucket is
 * active.
 */
export const handler = route(
  {
    name: 'createPresignedUrl',
    action: 'storage:CreatePresignedUrl',
    resource: ({ name }, { key }) => `bucket/${name}/object/${key}`,
    names: { 'params.name': 'bucket' },
    uses: (_, { params, body }) => [
      { kind: 'object', id: `${params.name}/${body.key}`, as: [presignedAs[body.operation]] },
    ],
    params: bucketPath,
    body: presignInput,
    reply: presignedUrl,
    status: 201,
    spends: true,
  },
  (context, { params, body }) => createPresignedUrl(context, { ...params, ...body }),
);
