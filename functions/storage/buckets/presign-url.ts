import { createPresignedUrl } from '#lib/domain/storage/bucket-keys/presign.ts';
import { bucketFacts } from '#lib/domain/storage/buckets/find.ts';
import { route } from '#lib/edge/route.ts';
import { bucketPath } from '#lib/model/storage/bucket.ts';
import { presignedUrl, presignInput } from '#lib/model/storage/presigned.ts';

/** A URL by which anyone may do one thing to one object for a while. 409 unless the bucket is active. */
export const handler = route(
  {
    name: 'createPresignedUrl',
    action: 'storage:CreatePresignedUrl',
    resource: ({ name }, { key }) => `bucket/${name}/object/${key}`,
    facts: bucketFacts,
    params: bucketPath,
    body: presignInput,
    reply: presignedUrl,
    status: 201,
  },
  (context, { params, body }) => createPresignedUrl(context, { ...params, ...body }),
);
