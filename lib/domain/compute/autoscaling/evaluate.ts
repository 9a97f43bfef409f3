import { averageOf } from '#lib/domain/compute/metrics/averages.ts';
import type { InstanceType } from '#lib/model/platform/catalog.ts';
import { nextRun } from '#lib/standards/cron/next-run.ts';
import type { AutoscaleRuleRecord } from '#lib/store/compute/autoscale-rules.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { nextType } from './types.ts';

/** The time zone of a window's hours. */
const timezone = 'Asia/Kolkata';

/** The type that a rule recommends for its instance, and why. */
export interface Recommendation {
  type: InstanceType;
  reason: string;
}

/** Evaluates a rule against its instance's usage. Undefined where there is nothing to do now. */
export async function evaluate(
  rule: AutoscaleRuleRecord,
  record: InstanceRecord,
  now: Date,
): Promise<Recommendation | undefined> {
  if (!rule.enabled || record.status !== 'running' || record.operation) return undefined;
  if (cooldownEnd(rule) > now.getTime() || !(await isOpen(rule.window, now))) return undefined;
  const { metric, evaluation_seconds: seconds } = rule;
  const mean = await averageOf(record, metric, seconds);
  const direction = mean === null ? undefined : directionFor(mean, rule);
  const type = direction && nextType(rule, record, direction);
  if (mean === null || !type) return undefined;
  const limit = direction === 'up' ? `at least ${rule.scale_up_percent}` : `at most ${rule.scale_down_percent}`;
  return { type, reason: `${metric} was at ${Math.round(mean)} % for ${seconds} seconds (${limit} %)` };
}

function directionFor(mean: number, { scale_up_percent, scale_down_percent }: AutoscaleRuleRecord) {
  if (mean >= scale_up_percent) return 'up';
  return mean <= scale_down_percent ? 'down' : undefined;
}

/** When the cooldown ends, in epoch milliseconds; 0 where there was no change. */
export const cooldownEnd = ({ scaled_at, cooldown_seconds }: AutoscaleRuleRecord): number =>
  scaled_at ? Date.parse(scaled_at) + cooldown_seconds * 1000 : 0;

/** Whether this minute is inside the window. */
async function isOpen(window: string | null, now: Date): Promise<boolean> {
  if (window === null) return true;
  const minute = Math.floor(now.getTime() / 60_000) * 60_000;
  return (await nextRun(window, timezone, new Date(minute - 1)))?.getTime() === minute;
}
