import { deleteMultipartUpload } from '#lib/domain/storage/multipart-uploads/delete.ts';
import { route } from '#lib/edge/route.ts';
import { deletedUpload, uploadedAs, uploadPath, uploadQuery } from '#lib/model/storage/multipart-upload.ts';

/** Ends an upload and deletes its parts. 409 unless the bucket is active. */
export const handler = route(
  {
    name: 'deleteMultipartUpload',
    action: 'storage:CreatePresignedUrl',
    resource: ({ name }, _, { key }) => `bucket/${name}/object/${key}`,
    names: { 'params.name': 'bucket' },
    uses: (_, { params, query }) => [uploadedAs(params.name, query.key)],
    params: uploadPath,
    query: uploadQuery,
    dryRun: true,
    reply: deletedUpload,
  },
  (context, { params, query }) => deleteMultipartUpload(context, { ...params, ...query }),
);
