import * as z from 'zod';
import { addFirewallRule } from '#lib/domain/compute/firewall/add.ts';
import { route } from '#lib/edge/route.ts';
import { firewallRule, ruleInput } from '#lib/model/compute/firewall.ts';
import { id } from '#lib/model/platform/common.ts';

/**
 * Lets one more flow pass, at once. The first outbound rule closes everything else outbound. 409 already_exists for an
 * identical rule, 403 quota_exceeded over 50, 409 wrong_state once the instance is terminating, and for an outbound rule
 * where its host cannot enforce it (capability east_west_firewall). Hosts that forward no ICMP, or no UDP, from outside
 * take such a rule for the VPC alone; without east_west_firewall machines of a VPC reach each other whatever the rules.
 */
export const handler = route(
  {
    name: 'addFirewallRule',
    action: 'compute:AddFirewallRule',
    resource: ({ id }) => `instance/${id}`,
    params: z.strictObject({ id: id('instance') }),
    body: ruleInput,
    reply: firewallRule,
    status: 201,
  },
  (context, { params, body }) => addFirewallRule(context, { ...params, rule: body }),
);
