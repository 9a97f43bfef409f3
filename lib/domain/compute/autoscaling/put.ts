import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import type { AutoscaleRule, NewAutoscaleRule } from '#lib/model/compute/autoscale-rule.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type AutoscaleRuleRecord, putRule } from '#lib/store/compute/autoscale-rules.ts';
import { type InstanceRecord, requireNotTerminating } from '#lib/store/compute/instances.ts';
import { findWithRule, toRule } from './resource.ts';
import { checkWithin, typesOf } from './types.ts';

/**
 * Sets the autoscale rule of an instance. 400 for an invalid range of types and for a range without the instance's own
 * type, 409 for a member of a group and for an instance that is terminating.
 */
export function putAutoscaleRule(
  context: Context,
  { id, ...desired }: NewAutoscaleRule & { id: string },
): Promise<AutoscaleRule> {
  const types = typesOf(desired);
  return retryOnConflict(async () => {
    const { record, rule } = await findWithRule(context, id);
    context.match(rule?.version);
    checkWithin(types, record);
    checkInstance(record);
    const next: AutoscaleRuleRecord = {
      account_id: record.account_id,
      instance_id: id,
      last_decision: null,
      scaled_at: null,
      change: null,
      operation: null,
      version: 0,
      ...rule,
      ...desired,
    };
    return context.commit({
      writes: [putRule(rule, next), requireNotTerminating(record.account_id, id, terminatingError)],
      reply: toRule(next),
      version: (rule?.version ?? 0) + 1,
    });
  });
}

function checkInstance(record: InstanceRecord): void {
  const { id, status, asg_id } = record;
  if (status === 'terminating' || status === 'terminated') throw terminatingError(record);
  if (asg_id) throw new ApiError('in_use', `instance ${id} is a member of ${asg_id}; scale the group instead`);
}

const terminatingError = ({ id, status }: Pick<InstanceRecord, 'id' | 'status'>): ApiError =>
  new ApiError('wrong_state', `instance ${id} is ${status}; it can no longer have an autoscale rule`);
