import * as z from 'zod';
import { deleteFirewallRule } from '#lib/domain/compute/firewall/delete.ts';
import { route } from '#lib/edge/route.ts';
import { id } from '#lib/model/platform/common.ts';

/** Takes a rule away: connections that it let in go on, no new one comes. 404 also where it is another instance's, 409 wrong_state once the instance is terminating. */
export const handler = route(
  {
    name: 'deleteFirewallRule',
    action: 'compute:DeleteFirewallRule',
    resource: ({ id }) => `instance/${id}`,
    params: z.strictObject({ id: id('instance'), rule_id: id('firewallRule') }),
    reply: z.strictObject({ id: id('firewallRule'), deleted: z.literal(true) }),
  },
  (context, { params }) => deleteFirewallRule(context, params),
);
