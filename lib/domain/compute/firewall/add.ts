import { type Context, retryOnConflict } from '#lib/domain/platform/context.ts';
import { type FirewallRule, maxRules, type RuleInput } from '#lib/model/compute/firewall.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { commitRules, findToChange, toRule } from './resource.ts';
import { flowOf, newRule } from './rules.ts';

/** Lets one more flow pass; 409 where a rule allows the same or the instance is terminating, 403 over 50 rules. */
export function addFirewallRule(
  context: Context,
  { id, rule }: { id: string; rule: RuleInput },
): Promise<FirewallRule> {
  return retryOnConflict(async () => {
    const found = await findToChange(context, id);
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
