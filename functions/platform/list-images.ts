import * as z from 'zod';
import { listPlatformImages } from '#lib/domain/compute/image-copies/operate.ts';
import { route } from '#lib/edge/route.ts';
import { platformImage, whichHost } from '#lib/model/compute/platform-image.ts';
import { knownValues, listOf, shortListQuery } from '#lib/model/platform/lists.ts';

/** Lists the copies that hosts have, or can have, of the images of the catalog. */
export const handler = route(
  {
    name: 'listPlatformImages',
    action: 'platform:ManageImages',
    resource: () => 'image/*',
    query: z
      .strictObject({
        ...shortListQuery('name', 'image_id', 'status').shape,
        host_id: whichHost.describe('Only those of this host; it is required where there are more than 32.'),
      })
      .superRefine(knownValues('status', platformImage.shape.status.options)),
    reply: listOf('images', platformImage),
  },
  (context, { query }) => listPlatformImages(context, query),
);
