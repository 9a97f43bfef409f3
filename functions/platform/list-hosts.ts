import { listHosts } from '#lib/domain/compute/hosts/list.ts';
import { route } from '#lib/edge/route.ts';
import { host, operatedStates } from '#lib/model/compute/operated-host.ts';
import { knownValues, listByAgeQuery, listOf } from '#lib/model/platform/lists.ts';

/** Lists the hosts, with their free capacity and state. */
export const handler = route(
  {
    name: 'listHosts',
    action: 'platform:ListHosts',
    resource: () => 'host/*',
    query: listByAgeQuery('name', 'state').superRefine(knownValues('state', operatedStates)),
    reply: listOf('hosts', host),
  },
  (context, { query }) => listHosts(context, query),
);
