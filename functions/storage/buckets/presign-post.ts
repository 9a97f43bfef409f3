import { createPresignedPost } from '#lib/domain/storage/bucket-keys/presign.ts';
import { bucketFacts } from '#lib/domain/storage/buckets/find.ts';
import { route } from '#lib/edge/route.ts';
import { bucketPath } from '#lib/model/storage/bucket.ts';
import { presignedPost, presignPostInput } from '#lib/model/storage/presigned.ts';

/** A form by which a browser may put one object, of a key or of any key with a prefix. 409 unless the bucket is active. */
export const handler = route(
  {
    name: 'createPresignedPost',
    action: 'storage:CreatePresignedPost',
    resource: ({ name }, { key, key_prefix }) => `bucket/${name}/object/${key ?? `${key_prefix}*`}`,
    facts: bucketFacts,
    params: bucketPath,
    body: presignPostInput,
    reply: presignedPost,
    status: 201,
  },
  (context, { params, body }) => createPresignedPost(context, { ...params, ...body }),
);
