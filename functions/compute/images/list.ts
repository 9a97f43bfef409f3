import { listImages } from '#lib/domain/compute/catalog/list-images.ts';
import { route } from '#lib/edge/route.ts';
import { image, imageStatuses } from '#lib/model/compute/image.ts';
import { imageReference } from '#lib/model/identity/policy/references.ts';
import { knownValues, listOf, named, shortListQuery, withTags } from '#lib/model/platform/lists.ts';

const filters = shortListQuery('name', 'distribution', 'type', 'status');

/**
 * Lists all images, including the account's own and its snapshots. Each says whether a live host can boot it and, if
 * not, why.
 */
export const handler = route(
  {
    name: 'listImages',
    action: 'compute:ListImages',
    names: { 'query.id': imageReference },
    query: withTags({
      ...filters.shape,
      ...named,
      distribution: filters.shape.distribution
        .describe('Only these distributions, comma-separated.')
        .meta({ example: 'ubuntu' }),
      type: filters.shape.type.describe('Only these types, comma-separated.').meta({ example: 'system' }),
    })
      .superRefine(knownValues('type', image.shape.type.options))
      .superRefine(knownValues('status', imageStatuses)),
    reply: listOf('images', image),
  },
  (context, { query }) => listImages(context, query),
);
