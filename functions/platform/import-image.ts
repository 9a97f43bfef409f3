import * as z from 'zod';
import { importImage } from '#lib/domain/compute/image-copies/operate.ts';
import { objectUrl } from '#lib/domain/storage/bucket-keys/presign.ts';
import { route } from '#lib/edge/route.ts';
import { catalogImageId, importSource, platformImage, whichHost } from '#lib/model/compute/platform-image.ts';

/**
 * Has a host take an image of the catalog from a file. 403 without the right to read the object, 409 where something is
 * being done with the image there, or the host keeps no images.
 */
export const handler = route(
  {
    name: 'importImage',
    action: 'platform:ManageImages',
    resource: ({ id }) => `image/${id}`,
    names: { 'body.source.bucket': 'bucket' },
    uses: (_, { body: { source } }) =>
      source.key === undefined
        ? []
        : [{ kind: 'object', id: `${source.bucket}/${source.key}`, as: ['storage:GetObject'] }],
    params: z.strictObject({ id: catalogImageId }),
    body: z.strictObject({ host_id: whichHost, source: importSource }),
    reply: platformImage,
  },
  (context, { params, body }) =>
    importImage(context, { ...params, ...body }, (object, seconds) => objectUrl(context, object, seconds)),
);
