import * as z from 'zod';
import { listInstanceTypes } from '#lib/domain/compute/catalog/instance-types.ts';
import { route } from '#lib/edge/route.ts';
import { instanceType } from '#lib/model/platform/catalog.ts';
import { flag } from '#lib/model/platform/common.ts';
import { listOf } from '#lib/model/platform/lists.ts';

/** The catalog of instance types with their prices; `available` filters by availability. */
export const handler = route(
  {
    name: 'listInstanceTypes',
    action: 'compute:ListInstanceTypes',
    public: true,
    query: z.strictObject({ available: flag.optional() }),
    reply: listOf('instance_types', instanceType),
  },
  (context, { query }) => listInstanceTypes(context, query),
);
