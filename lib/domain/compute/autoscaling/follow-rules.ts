import { forEachDue } from '#lib/domain/platform/operations/for-each.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { allWork } from '#lib/model/platform/spread.ts';
import { everyRule } from '#lib/store/compute/autoscale-rules.ts';
import { advanceRule } from './advance.ts';
import { cooldownEnd } from './evaluate.ts';

/** Rules that are evaluated at the same time. */
const concurrency = 24;

/** Evaluates every autoscale rule. Returns when the first cooldown ends. */
export async function followRules(share = allWork): Promise<{ next_at: string | null }> {
  const now = civilNow();
  let next = Number.POSITIVE_INFINITY;
  const evaluateRule = async ({ account_id, instance_id }: { account_id: string; instance_id: string }) => {
    const rule = await advanceRule(account_id, instance_id);
    const end = rule?.enabled ? cooldownEnd(rule) : 0;
    if (end > now.getTime()) next = Math.min(next, end);
  };
  if (!(await forEachDue(everyRule(), evaluateRule, { concurrency, share }))) return { next_at: rfc3339(now) };
  return { next_at: Number.isFinite(next) ? new Date(next).toISOString() : null };
}
