import * as z from 'zod';
import { deleteFirewallRule } from '#lib/domain/compute/firewall/delete.ts';
import { route } from '#lib/edge/route.ts';
import { deleted, id } from '#lib/model/platform/common.ts';

/**
 * Deletes a rule. Connections that it allowed continue; it allows no new ones. 404 also if the rule belongs to another
 * instance, 409 wrong_state if the instance is terminating.
 */
export const handler = route(
  {
    name: 'deleteFirewallRule',
    action: 'compute:DeleteFirewallRule',
    resource: ({ id }) => `instance/${id}`,
    params: z.strictObject({ id: id('instance'), rule_id: id('firewallRule') }),
    versioned: true,
    dryRun: true,
    reply: z.strictObject({ id: id('firewallRule'), deleted }),
    etag: 'always',
  },
  (context, { params }) => deleteFirewallRule(context, params),
);
