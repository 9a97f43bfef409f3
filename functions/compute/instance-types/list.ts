import { listInstanceTypes } from '#lib/domain/compute/catalog/instance-types.ts';
import { route } from '#lib/edge/route.ts';
import { instanceType } from '#lib/model/platform/catalog.ts';
import { flag } from '#lib/model/platform/common.ts';
import { knownValues, listOf, named, shortListQuery } from '#lib/model/platform/lists.ts';

/** The catalog of instance types with their prices. */
export const handler = route(
  {
    name: 'listInstanceTypes',
    action: 'compute:ListInstanceTypes',
    public: true,
    query: shortListQuery('family')
      .extend({ ...named, available: flag.optional() })
      .superRefine(knownValues('family', instanceType.shape.family.options)),
    reply: listOf('instance_types', instanceType),
  },
  (context, { query }) => listInstanceTypes(context, query),
);
