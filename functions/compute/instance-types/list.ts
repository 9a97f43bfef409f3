import { listInstanceTypes } from '#lib/domain/compute/catalog/instance-types.ts';
import { route } from '#lib/edge/route.ts';
import { instanceType } from '#lib/model/platform/catalog.ts';
import { flag } from '#lib/model/platform/common.ts';
import { knownValues, listOf, named, shortListQuery } from '#lib/model/platform/lists.ts';

const filters = shortListQuery('name', 'family');

/** Lists the instance types with their prices. */
export const handler = route(
  {
    name: 'listInstanceTypes',
    action: 'compute:ListInstanceTypes',
    public: true,
    query: filters
      .extend({
        ...named,
        family: filters.shape.family.describe('Only these families, comma-separated.').meta({ example: 'shared' }),
        available: flag
          .optional()
          .describe('Only types that can be launched now, or only those that cannot.')
          .meta({ example: 'true' }),
      })
      .superRefine(knownValues('family', instanceType.shape.family.options)),
    reply: listOf('instance_types', instanceType),
  },
  (context, { query }) => listInstanceTypes(context, query),
);
