import * as z from 'zod';
import { listFirewallRules } from '#lib/domain/compute/firewall/list.ts';
import { route } from '#lib/edge/route.ts';
import { firewallRule } from '#lib/model/compute/firewall.ts';
import { firewall } from '#lib/model/compute/firewall-list.ts';
import { id } from '#lib/model/platform/common.ts';
import { knownValues, listQuery, pageLimit } from '#lib/model/platform/lists.ts';

const { shape } = firewallRule;

/**
 * Lists the firewall rules of an instance. They are stateful, allow traffic, and have no order. On its public_ip only
 * SSH is reachable, whatever the rules say. Other traffic from outside needs an elastic IP or a load balancer.
 */
export const handler = route(
  {
    name: 'listFirewallRules',
    action: 'compute:ListFirewallRules',
    resource: ({ id }) => `instance/${id}`,
    params: z.strictObject({ id: id('instance') }),
    query: listQuery('direction', 'protocol', 'origin')
      .extend({ limit: pageLimit(200) })
      .superRefine(knownValues('direction', shape.direction.options))
      .superRefine(knownValues('protocol', shape.protocol.options))
      .superRefine(knownValues('origin', shape.origin.options)),
    reply: firewall,
    etag: 'always',
  },
  (context, { params, query }) => listFirewallRules(context, { ...params, query }),
);
