import type { AutoscaleRuleRecord } from '#lib/store/compute/autoscale-rules.ts';

/** A rule as it is stored. */
export const ruleOf = (account_id: string, instance_id: string): AutoscaleRuleRecord => ({
  ...{ account_id, instance_id, version: 0 },
  ...{ metric: 'cpu', scale_up_percent: 80, scale_down_percent: 20, evaluation_seconds: 300, cooldown_seconds: 900 },
  ...{ min_instance_type_id: 's1-nano', max_instance_type_id: 's1-small', mode: 'apply', enabled: true, window: null },
  ...{ last_decision: null, scaled_at: null, change: null, operation: null },
});
