import * as z from 'zod';
import { replaceFirewallRules } from '#lib/domain/compute/firewall/replace.ts';
import { route } from '#lib/edge/route.ts';
import { ruleInputs } from '#lib/model/compute/firewall.ts';
import { firewall } from '#lib/model/compute/firewall-list.ts';
import { id } from '#lib/model/platform/common.ts';

/**
 * Replaces all rules of an instance at once, including its default ones. A rule for the same traffic as before keeps
 * its id. 409 wrong_state if the instance is terminating, and for outbound rules if its host cannot enforce them.
 */
export const handler = route(
  {
    name: 'replaceFirewallRules',
    action: 'compute:ReplaceFirewallRules',
    resource: ({ id }) => `instance/${id}`,
    params: z.strictObject({ id: id('instance') }),
    body: z.strictObject({ rules: ruleInputs.describe('All rules of the instance from now on.') }),
    versioned: true,
    dryRun: true,
    reply: firewall,
    etag: 'always',
  },
  (context, { params, body }) => replaceFirewallRules(context, { ...params, ...body }),
);
