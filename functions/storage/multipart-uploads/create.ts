import { createMultipartUpload } from '#lib/domain/storage/multipart-uploads/create.ts';
import { route } from '#lib/edge/route.ts';
import { bucketPath } from '#lib/model/storage/bucket.ts';
import { newUpload, newUploadInput, uploadedAs } from '#lib/model/storage/multipart-upload.ts';

/**
 * Begins an upload of one object in parts. Anyone can upload a part with a PUT to its URL until the URL expires. The
 * reply contains the URLs of the first 1,000 parts. A GET of the upload returns the next ones, and new ones after these
 * have expired. 409 unless the bucket is active.
 */
export const handler = route(
  {
    name: 'createMultipartUpload',
    action: 'storage:CreatePresignedUrl',
    resource: ({ name }, { key }) => `bucket/${name}/object/${key}`,
    names: { 'params.name': 'bucket' },
    uses: (_, { params, body }) => [uploadedAs(params.name, body.key)],
    params: bucketPath,
    body: newUploadInput,
    reply: newUpload,
    status: 201,
    spends: true,
  },
  (context, { params, body }) => createMultipartUpload(context, { ...params, ...body }),
);
