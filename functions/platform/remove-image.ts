import * as z from 'zod';
import { removeImage } from '#lib/domain/compute/image-copies/operate.ts';
import { route } from '#lib/edge/route.ts';
import { catalogImageId, platformImage, whichHost } from '#lib/model/compute/platform-image.ts';

/**
 * Removes a pulled or imported image of the catalog from a host. 409 in_use, naming them, while instances or snapshots
 * there need it, and 409 where the host has none.
 */
export const handler = route(
  {
    name: 'removeImage',
    action: 'platform:ManageImages',
    resource: ({ id }) => `image/${id}`,
    params: z.strictObject({ id: catalogImageId }),
    query: z.strictObject({ host_id: whichHost }),
    dryRun: true,
    reply: platformImage,
  },
  (context, { params, query }) => removeImage(context, { ...params, ...query }),
);
