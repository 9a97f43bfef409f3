import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { RuleInput } from '#lib/model/compute/firewall.ts';
import type { Firewall } from '#lib/model/compute/firewall-list.ts';
import type { RuleRecord } from '#lib/store/compute/firewalls.ts';
import { commitRules, defaultsOf, findFirewallToChange, toRule } from './resource.ts';
import { flowOf, newRule, refuseDuplicates } from './rules.ts';

/**
 * Replaces all rules of an instance. A rule for an unchanged flow keeps its id; only its description changes. 400 where
 * two rules allow the same flow, 409 where the instance is terminating.
 */
export function replaceFirewallRules(
  context: Context,
  { id, rules }: { id: string; rules: RuleInput[] },
): Promise<Firewall> {
  refuseDuplicates('rules', rules);
  const replacements = rules.map((rule) => newRule(rule, 'user', context.now));
  return retryOnConflict(async () => {
    const found = await findFirewallToChange(context, id);
    const { firewall } = found;
    const known = new Map(firewall.rules.map((rule) => [flowOf(rule), rule]));
    const next = replacements.map((rule) => merged(known.get(flowOf(rule)), rule, context.now));
    const reply = {
      rules: next.map((rule) => toRule(firewall, rule)),
      next_cursor: '',
      ...defaultsOf({ rules: next }),
    };
    if (JSON.stringify(next) === JSON.stringify(firewall.rules)) {
      return context.commit({ writes: [], reply, version: firewall.version });
    }
    return commitRules(context, found, next, reply);
  });
}

function merged(known: RuleRecord | undefined, rule: RuleRecord, now: Date): RuleRecord {
  if (!known) return rule;
  if (known.description === rule.description) return known;
  return { ...known, description: rule.description, updated_at: rfc3339(now) };
}
