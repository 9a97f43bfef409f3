import * as z from 'zod';
import { listImages } from '#lib/domain/compute/catalog/images.ts';
import { route } from '#lib/edge/route.ts';
import { image } from '#lib/model/platform/catalog.ts';
import { knownValues, listOf } from '#lib/model/platform/lists.ts';

const filter = z.string().min(1).max(512).optional();

/** All images, including the account's snapshots. Each says whether a live host can boot it and, if not, why. */
export const handler = route(
  {
    name: 'listImages',
    action: 'compute:ListImages',
    query: z
      .strictObject({ distribution: filter, type: filter })
      .superRefine(knownValues('type', image.shape.type.options)),
    reply: listOf('images', image),
  },
  (context, { query }) => listImages(context, query),
);
