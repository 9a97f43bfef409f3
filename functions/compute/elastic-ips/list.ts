import type * as z from 'zod';
import { listElasticIps } from '#lib/domain/elastic-ips/list.ts';
import { route } from '#lib/edge/route.ts';
import { elasticIp, elasticIpStatuses } from '#lib/model/elastic-ip.ts';
import { listOf, taggedListQuery } from '#lib/model/lists.ts';

/** A misspelt status would be an empty list, which reads as "none is attached". */
function knownStatus({ status }: { status?: unknown }, context: z.RefinementCtx): void {
  const wanted = typeof status === 'string' ? status.split(',') : [];
  if (wanted.every((value) => (elasticIpStatuses as readonly string[]).includes(value))) return;
  context.addIssue({ code: 'custom', path: ['status'], message: `is not one of ${elasticIpStatuses.join(', ')}` });
}

/** One page of the account's elastic IPs. */
export const handler = route(
  {
    name: 'listElasticIps',
    action: 'compute:ListElasticIps',
    resource: () => 'elastic-ip/*',
    query: taggedListQuery('status', 'name', 'instance_id').superRefine(knownStatus),
    reply: listOf('elastic_ips', elasticIp),
  },
  (context, { query }) => listElasticIps(context, query),
);
