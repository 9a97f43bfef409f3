import { type AutoscaleRule, autoscaleRule } from '#lib/model/autoscale-rule.ts';
import type { AutoscaleRuleRecord } from '#lib/store/autoscale-rules.ts';

/** A rule as replies show it. */
export const toRule = (record: AutoscaleRuleRecord): AutoscaleRule => autoscaleRule.strip().parse(record);
