import { completeMultipartUpload } from '#lib/domain/storage/multipart-uploads/complete.ts';
import { route } from '#lib/edge/route.ts';
import {
  completedUpload,
  completionBytes,
  completionInput,
  uploadedAs,
  uploadPath,
} from '#lib/model/storage/multipart-upload.ts';

/**
 * Assembles the object from the uploaded parts, all of which must be named. 400 if an ETag is not that of its part. 409
 * wrong_state if a part is not uploaded, if any part but the last has less than 5 MiB, and unless the bucket is active.
 * 403 quota_exceeded beyond the bucket's quota. The body may have 1 MiB.
 */
export const handler = route(
  {
    name: 'completeMultipartUpload',
    action: 'storage:CreatePresignedUrl',
    resource: ({ name }, { key }) => `bucket/${name}/object/${key}`,
    names: { 'params.name': 'bucket' },
    uses: (_, { params, body }) => [uploadedAs(params.name, body.key)],
    params: uploadPath,
    body: completionInput,
    maxBody: completionBytes,
    reply: completedUpload,
  },
  (context, { params, body }) => completeMultipartUpload(context, { ...params, ...body }),
);
