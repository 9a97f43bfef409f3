import type * as z from 'zod';
import { listInstances } from '#lib/domain/instances/list.ts';
import { route } from '#lib/edge/route.ts';
import { instance } from '#lib/model/instance.ts';
import { statuses } from '#lib/model/instance-states.ts';
import { listOf, taggedListQuery } from '#lib/model/lists.ts';

/** A misspelt status would be an empty list, which reads as "none is running". */
function knownStatus({ status }: { status?: unknown }, context: z.RefinementCtx): void {
  const wanted = typeof status === 'string' ? status.split(',') : [];
  if (wanted.every((value) => (statuses as readonly string[]).includes(value))) return;
  context.addIssue({ code: 'custom', path: ['status'], message: `is not one of ${statuses.join(', ')}` });
}

/** One page of the account's instances; terminated ones only where `status` asks for them. */
export const handler = route(
  {
    name: 'listInstances',
    action: 'compute:ListInstances',
    resource: () => 'instance/*',
    query: taggedListQuery('status', 'name', 'instance_type_id', 'image_id', 'vpc_id', 'asg_id').superRefine(
      knownStatus,
    ),
    reply: listOf('instances', instance),
  },
  (context, { query }) => listInstances(context, query),
);
