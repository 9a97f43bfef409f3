import { type Context, retryOnConflict } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Firewall, RuleInput } from '#lib/model/compute/firewall.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { RuleRecord } from '#lib/store/compute/firewalls.ts';
import { commitRules, defaultsOf, findToChange, toRule } from './resource.ts';
import { flowOf, newRule } from './rules.ts';

/**
 * Replaces all of an instance's rules at once; one that allows what a former one did stays that rule, its description
 * apart. 400 where two allow the same, 409 once the instance is terminating.
 */
export function replaceFirewallRules(
  context: Context,
  { id, rules }: { id: string; rules: RuleInput[] },
): Promise<Firewall> {
  const wanted = rules.map((rule) => newRule(rule, 'user', context.now));
  refuseTwins(wanted);
  return retryOnConflict(async () => {
    const found = await findToChange(context, id);
    const { firewall } = found;
    const known = new Map(firewall.rules.map((rule) => [flowOf(rule), rule]));
    const next = wanted.map((rule) => kept(known.get(flowOf(rule)), rule, context.now));
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

function refuseTwins(rules: readonly RuleRecord[]): void {
  const flows = rules.map(flowOf);
  const twin = flows.findIndex((flow, i) => flows.indexOf(flow) < i);
  if (twin < 0) return;
  const first = flows.indexOf(flows[twin] as string);
  throw new ApiError('validation_failed', `rules[${twin}]: is identical to rules[${first}] (each flow once)`);
}

function kept(known: RuleRecord | undefined, rule: RuleRecord, now: Date): RuleRecord {
  if (!known) return rule;
  if (known.description === rule.description) return known;
  return { ...known, description: rule.description, updated_at: rfc3339(now) };
}
