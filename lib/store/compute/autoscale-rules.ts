import type { AutoscaleDecision, NewAutoscaleRule } from '#lib/model/compute/autoscale-rule.ts';
import { autoscaleIndex, keys } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/platform/read.ts';
import { put, type Refusal, remove, type Write } from '#lib/store/platform/write.ts';
import type { InstanceRecord } from './instances.ts';

export interface AutoscaleRuleRecord extends NewAutoscaleRule {
  account_id: string;
  instance_id: string;
  last_decision: AutoscaleDecision | null;
  /** When it last decided, or what it began was done (civil clock). */
  scaled_at: string | null;
  /** The change under way, for which it has stopped the instance. */
  change: { from: string; to: string } | null;
  /** The workflow that follows the change; the autoscale schedule does without. */
  operation: string | null;
  version: number;
}

/** Every rule of the platform, for the autoscale schedule's round. */
export const autoscaleRound = autoscaleIndex;

/** An instance and its rule, in one read. */
export async function readRule(account: string, instance: string) {
  const [record, rule] = await batchGet([
    keys.listed(account, 'instance', instance),
    keys.autoscaleRule(account, instance),
  ]);
  return { record: record as InstanceRecord | undefined, rule: rule as AutoscaleRuleRecord | undefined };
}

/** Sets the rule of an instance in place of the one that was read, which nobody changed since. */
export const putRule = (before: AutoscaleRuleRecord | undefined, next: AutoscaleRuleRecord, refuse?: Refusal): Write =>
  put(
    {
      ...keys.autoscaleRule(next.account_id, next.instance_id),
      gsi1pk: autoscaleIndex,
      gsi1sk: next.instance_id,
      ...next,
      version: (before?.version ?? 0) + 1,
    },
    [before ? ['version', '=', before.version] : ['pk', 'absent']],
    refuse,
  );

/** Removes a rule that nobody changed since it was read. */
export const dropRule = ({ account_id, instance_id, version }: AutoscaleRuleRecord): Write =>
  remove(keys.autoscaleRule(account_id, instance_id), [['version', '=', version]]);

/** Removes the rule of an instance that is gone, if there is one. */
export const removeRule = (account: string, instance: string): Write => remove(keys.autoscaleRule(account, instance));
