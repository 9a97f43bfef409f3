import { isGone } from '#lib/domain/compute/instances/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { type AutoscaleRule, autoscaleRule } from '#lib/model/compute/autoscale-rule.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { type AutoscaleRuleRecord, readRule } from '#lib/store/compute/autoscale-rules.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';

/** The caller's instance, with its rule where it has one. 404 where the instance does not exist. */
export async function findWithRule(
  context: Context,
  id: string,
): Promise<{ record: InstanceRecord; rule: AutoscaleRuleRecord | undefined }> {
  const { record, rule } = await readRule(context.principal.account_id, id);
  if (!record || isGone(record, context.now)) throw notFound('instance', id);
  return { record, rule };
}

/** The rule of the caller's instance. 404 where the instance or its rule does not exist. */
export async function findRule(context: Context, id: string): Promise<AutoscaleRuleRecord> {
  const { rule } = await findWithRule(context, id);
  if (!rule) throw notFound('autoscale rule of instance', id);
  return rule;
}

/** The rule of the caller's instance, as replies show it. 404 where the instance or its rule does not exist. */
export async function getAutoscaleRule(context: Context, { id }: { id: string }): Promise<AutoscaleRule> {
  const rule = await findRule(context, id);
  return context.show(toRule(rule), rule.version);
}

/** A rule as replies show it. */
export const toRule = (record: AutoscaleRuleRecord): AutoscaleRule => autoscaleRule.strip().parse(record);
