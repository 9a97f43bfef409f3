import * as z from 'zod';
import { listInstanceEvents } from '#lib/domain/compute/instances/events.ts';
import { route } from '#lib/edge/route.ts';
import { instanceEvent } from '#lib/model/compute/instance.ts';
import { id } from '#lib/model/platform/common.ts';
import { listOf, logQuery } from '#lib/model/platform/lists.ts';

/** Lists the events of an instance, newest first, at most 200. */
export const handler = route(
  {
    name: 'listInstanceEvents',
    action: 'compute:GetInstance',
    resource: ({ id }) => `instance/${id}`,
    prefetch: ({ id }) => id,
    params: z.strictObject({ id: id('instance') }),
    query: logQuery,
    reply: listOf('events', instanceEvent),
  },
  (context, { params, query }) => listInstanceEvents(context, { ...params, query }),
);
