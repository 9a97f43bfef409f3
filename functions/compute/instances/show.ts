import * as z from 'zod';
import { instanceFacts } from '#lib/domain/instances/facts.ts';
import { showInstance } from '#lib/domain/instances/show.ts';
import { route } from '#lib/edge/route.ts';
import { id } from '#lib/model/common.ts';
import { instance } from '#lib/model/instance.ts';

/** An instance as it stands; 404 once it was terminated over an hour ago. */
export const handler = route(
  {
    name: 'getInstance',
    action: 'compute:GetInstance',
    resource: ({ id }) => `instance/${id}`,
    facts: instanceFacts,
    params: z.strictObject({ id: id('instance') }),
    reply: instance,
  },
  (context, { params }) => showInstance(context, params),
);
