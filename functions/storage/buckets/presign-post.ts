import { createPresignedPost } from '#lib/domain/storage/bucket-keys/presign.ts';
import { route } from '#lib/edge/route.ts';
import { bucketPath } from '#lib/model/storage/bucket.ts';
import { formReach, presignedPost, presignPostInput } from '#lib/model/storage/presigned.ts';

/**
 * Creates a form with which a browser uploads one object, under one key or any key with a prefix. 409 unless the bucket
 * is active.
 */
export const handler = route(
  {
    name: 'createPresignedPost',
    action: 'storage:CreatePresignedPost',
    resource: ({ name }, body) => `bucket/${name}/object/${formReach(body).text}${formReach(body).under ? '*' : ''}`,
    under: (body) => formReach(body).under,
    names: { 'params.name': 'bucket' },
    uses: (_, { params, body }) => {
      const { text, under } = formReach(body);
      return [{ kind: 'object', id: `${params.name}/${text}`, under, as: ['storage:PutObject'] }];
    },
    params: bucketPath,
    body: presignPostInput,
    reply: presignedPost,
    status: 201,
    spends: true,
  },
  (context, { params, body }) => createPresignedPost(context, { ...params, ...body }),
);
