import { createPresignedUrl } from '#lib/domain/bucket-keys/presign.ts';
import { bucketFacts } from '#lib/domain/buckets/find.ts';
import { route } from '#lib/edge/route.ts';
import { bucketPath } from '#lib/model/bucket.ts';
import { presignedUrl, presignInput } from '#lib/model/presigned.ts';

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
