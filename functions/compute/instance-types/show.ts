import * as z from 'zod';
import { showInstanceType } from '#lib/domain/compute/catalog/instance-types.ts';
import { route } from '#lib/edge/route.ts';
import { instanceType } from '#lib/model/platform/catalog.ts';

/** Shows an instance type. 404 if the catalog does not have it. */
export const handler = route(
  {
    name: 'getInstanceType',
    action: 'compute:ListInstanceTypes',
    public: true,
    params: z.strictObject({
      id: z.string().max(64).describe("The instance type's id.").meta({ example: 's1-small' }),
    }),
    reply: instanceType,
  },
  (context, { params }) => showInstanceType(context, params),
);
