import { showMultipartUpload } from '#lib/domain/storage/multipart-uploads/show.ts';
import { route } from '#lib/edge/route.ts';
import { upload, uploadedAs, uploadPath, uploadQuery } from '#lib/model/storage/multipart-upload.ts';

/**
 * Shows which parts of an upload have arrived, and returns new URLs for the first 1,000 missing parts. 404 once the
 * upload is completed or deleted. 409 unless the bucket is active.
 */
export const handler = route(
  {
    name: 'getMultipartUpload',
    action: 'storage:CreatePresignedUrl',
    resource: ({ name }, _, { key }) => `bucket/${name}/object/${key}`,
    names: { 'params.name': 'bucket' },
    uses: (_, { params, query }) => [uploadedAs(params.name, query.key)],
    params: uploadPath,
    query: uploadQuery,
    reply: upload,
  },
  (context, { params, query }) => showMultipartUpload(context, { ...params, ...query }),
);
