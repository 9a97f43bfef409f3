import * as z from 'zod';
import { listFirewallRules } from '#lib/domain/firewall/list.ts';
import { instanceFacts } from '#lib/domain/instances/facts.ts';
import { route } from '#lib/edge/route.ts';
import { id } from '#lib/model/common.ts';
import { firewall } from '#lib/model/firewall.ts';
import { listQuery } from '#lib/model/lists.ts';

/** A misspelt direction would be an empty list, which reads as "nothing is let in". */
function knownDirection({ direction }: { direction?: string | undefined }, context: z.RefinementCtx): void {
  if (direction?.split(',').every((value) => value === 'inbound' || value === 'outbound') ?? true) return;
  context.addIssue({ code: 'custom', path: ['direction'], message: 'is not one of inbound, outbound' });
}

/**
 * What the firewall of an instance lets pass: stateful, allow-only rules in no order. On its public_ip only SSH is
 * reachable, whatever the rules say; the rest of the world comes through an elastic IP or a load balancer.
 */
export const handler = route(
  {
    name: 'listFirewallRules',
    action: 'compute:ListFirewallRules',
    resource: ({ id }) => `instance/${id}`,
    facts: instanceFacts,
    params: z.strictObject({ id: id('instance') }),
    query: listQuery('direction', 'protocol', 'origin').superRefine(knownDirection),
    reply: firewall,
  },
  (context, { params, query }) => listFirewallRules(context, { ...params, query }),
);
