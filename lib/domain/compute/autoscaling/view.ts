import { type AutoscaleRule, autoscaleRule } from '#lib/model/compute/autoscale-rule.ts';
import type { AutoscaleRuleRecord } from '#lib/store/compute/autoscale-rules.ts';

/** A rule as replies show it. */
export const toRule = (record: AutoscaleRuleRecord): AutoscaleRule => autoscaleRule.strip().parse(record);
