import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { commitRules, findFirewallToChange } from './resource.ts';

/** Deletes a rule, so that it allows no new connections. 404 where the instance has no such rule. */
export function deleteFirewallRule(
  context: Context,
  { id, rule_id }: { id: string; rule_id: string },
): Promise<{ id: string; deleted: true }> {
  return retryOnConflict(async () => {
    const found = await findFirewallToChange(context, id);
    const { rules } = found.firewall;
    const kept = rules.filter((rule) => rule.id !== rule_id);
    if (kept.length === rules.length) throw notFound('firewall rule', rule_id);
    return commitRules(context, found, kept, { id: rule_id, deleted: true as const });
  });
}
