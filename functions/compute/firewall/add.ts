import * as z from 'zod';
import { addFirewallRule } from '#lib/domain/compute/firewall/add.ts';
import { route } from '#lib/edge/route.ts';
import { firewallRule, ruleInput } from '#lib/model/compute/firewall.ts';
import { id } from '#lib/model/platform/common.ts';

/**
 * Adds a rule, which applies at once. The first outbound rule blocks all other outbound traffic. 409 already_exists for
 * an identical rule, 403 quota_exceeded over 50, 409 wrong_state if the instance is terminating, and for an outbound
 * rule if its host cannot enforce it (capability east_west_firewall). On hosts that forward no ICMP or no UDP from
 * outside, such a rule applies within the VPC only. Without east_west_firewall, machines of a VPC reach each other
 * whatever the rules say.
 */
export const handler = route(
  {
    name: 'addFirewallRule',
    action: 'compute:AddFirewallRule',
    resource: ({ id }) => `instance/${id}`,
    created: ({ id }, rule) => `instance/${id}/firewall-rule/${rule.id}`,
    params: z.strictObject({ id: id('instance') }),
    body: ruleInput,
    versioned: true,
    reply: firewallRule,
    etag: 'always',
    status: 201,
    spends: true,
  },
  (context, { params, body }) => addFirewallRule(context, { ...params, rule: body }),
);
