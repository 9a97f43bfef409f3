import * as z from 'zod';
import { deleteImage } from '#lib/domain/compute/images/delete.ts';
import { deletedImage } from '#lib/domain/compute/images/resource.ts';
import { route } from '#lib/edge/route.ts';
import { image, imageId } from '#lib/model/compute/image.ts';
import { deletionReply } from '#lib/model/platform/common.ts';

/**
 * Deletes an own image; the creation of one that is not there yet ends. 409 in_use, naming them, while instances, auto
 * scaling groups or snapshots need it.
 */
export const handler = route(
  {
    name: 'deleteImage',
    action: 'compute:DeleteImage',
    resource: ({ id }) => `image/${id}`,
    params: z.strictObject({ id: imageId }),
    versioned: true,
    dryRun: true,
    reply: deletionReply('image', image),
    etag: 'sometimes',
    settled: deletedImage,
  },
  (context, { params }) => deleteImage(context, params),
);
