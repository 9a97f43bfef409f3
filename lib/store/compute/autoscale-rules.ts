import type { Stored } from '#lib/store/entity.ts';
import { autoscaleIndex, shardOf } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { batchGet, due } from '#lib/store/platform/read.ts';
import { put, type Refusal, remove, type Write } from '#lib/store/platform/write.ts';
import type { autoscaleRuleRecord } from './autoscale-rules.entity.ts';

export type AutoscaleRuleRecord = Stored<typeof autoscaleRuleRecord>;

const ruleShard = ({ instance_id }: Pick<AutoscaleRuleRecord, 'instance_id'>) => shardOf(autoscaleIndex, instance_id);

/** All autoscale rules of the platform, each of which is due at any time. */
export const everyRule = () => ({ ...due(autoscaleIndex, '~', ruleShard), limit: 500 });

/** An instance and its rule, in one read. */
export async function readRule(account: string, instance: string) {
  const [record, rule] = await batchGet([
    keys.listed(account, 'instance', instance),
    keys.autoscaleRule(account, instance),
  ]);
  return { record, rule };
}

/** Creates or replaces an instance's rule. Stale where it was changed since it was read. */
export const putRule = (
  before: AutoscaleRuleRecord | undefined,
  next: AutoscaleRuleRecord,
  refuse?: Refusal<AutoscaleRuleRecord>,
): Write =>
  put(
    {
      // The rule comes first, since its index keys are those of the time when it was read.
      ...next,
      ...keys.autoscaleRule(next.account_id, next.instance_id),
      gsi1pk: ruleShard(next),
      gsi1sk: next.instance_id,
      version: (before?.version ?? 0) + 1,
    },
    [before ? ['version', '=', before.version] : ['pk', 'absent']],
    refuse,
  );

/** Deletes a rule. Stale where it was changed since it was read. */
export const dropRule = ({ account_id, instance_id, version }: AutoscaleRuleRecord): Write =>
  remove(keys.autoscaleRule(account_id, instance_id), [['version', '=', version]]);

/** Deletes the rule of a terminated instance, if it has one. */
export const removeRule = (account: string, instance: string): Write => remove(keys.autoscaleRule(account, instance));
