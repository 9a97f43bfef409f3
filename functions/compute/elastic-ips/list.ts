import { listElasticIps, prefetchElasticIps } from '#lib/domain/compute/elastic-ips/list.ts';
import { route } from '#lib/edge/route.ts';
import { elasticIp, elasticIpStatuses } from '#lib/model/compute/elastic-ip.ts';
import { knownValues, listOf, taggedListQuery } from '#lib/model/platform/lists.ts';

/** Lists the account's elastic IPs. */
export const handler = route(
  {
    name: 'listElasticIps',
    action: 'compute:ListElasticIps',
    resource: () => 'elastic-ip/*',
    names: { 'query.id': 'elastic-ip', 'query.instance_id': 'instance' },
    query: taggedListQuery('status', 'name', 'instance_id').superRefine(knownValues('status', elasticIpStatuses)),
    prefetchPage: prefetchElasticIps,
    reply: listOf('elastic_ips', elasticIp),
  },
  (context, { query }) => listElasticIps(context, query),
);
