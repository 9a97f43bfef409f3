import { listImages } from '#lib/domain/compute/catalog/list-images.ts';
import { route } from '#lib/edge/route.ts';
import { imageReference } from '#lib/model/identity/policy/references.ts';
import { image } from '#lib/model/platform/catalog.ts';
import { knownValues, listOf, named, shortListQuery } from '#lib/model/platform/lists.ts';

const filters = shortListQuery('name', 'distribution', 'type');

/** Lists all images, including the account's snapshots. Each says whether a live host can boot it and, if not, why. */
export const handler = route(
  {
    name: 'listImages',
    action: 'compute:ListImages',
    names: { 'query.id': imageReference },
    query: filters
      .extend({
        ...named,
        distribution: filters.shape.distribution
          .describe('Only these distributions, comma-separated.')
          .meta({ example: 'ubuntu' }),
        type: filters.shape.type.describe('Only these types, comma-separated.').meta({ example: 'system' }),
      })
      .superRefine(knownValues('type', image.shape.type.options)),
    reply: listOf('images', image),
  },
  (context, { query }) => listImages(context, query),
);
