import * as z from 'zod';
import { pullImage } from '#lib/domain/compute/image-copies/operate.ts';
import { route } from '#lib/edge/route.ts';
import { catalogImageId, platformImage, whichHost } from '#lib/model/compute/platform-image.ts';

/**
 * Has a host pull an image of the catalog from its registry, in place of a copy of its own system. 409 where something
 * is being done with the image there, or the host keeps no images.
 */
export const handler = route(
  {
    name: 'pullImage',
    action: 'platform:ManageImages',
    resource: ({ id }) => `image/${id}`,
    params: z.strictObject({ id: catalogImageId }),
    body: z.strictObject({ host_id: whichHost }),
    reply: platformImage,
  },
  (context, { params, body }) => pullImage(context, { ...params, ...body }),
);
