import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { type FirewallRule, maxRules, type RuleInput } from '#lib/model/compute/firewall.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { commitRules, findFirewallToChange, toRule } from './resource.ts';
import { flowOf, newRule } from './rules.ts';

/** Adds a rule. 409 where an identical rule exists or the instance is terminating, 403 over 50 rules. */
export function addFirewallRule(
  context: Context,
  { id, rule }: { id: string; rule: RuleInput },
): Promise<FirewallRule> {
  return retryOnConflict(async () => {
    const found = await findFirewallToChange(context, id);
    const { rules } = found.firewall;
    const added = newRule(rule, 'user', context.now);
    const same = rules.find((other) => flowOf(other) === flowOf(added));
    if (same) throw new ApiError('already_exists', `an identical rule exists as ${same.id} on instance ${id}`);
    if (rules.length >= maxRules) {
      throw new ApiError('quota_exceeded', `${rules.length} of ${maxRules} firewall rules of instance ${id} used`);
    }
    return commitRules(context, found, [...rules, added], toRule(found.firewall, added));
  });
}
