import * as z from 'zod';
import { autoscaleDecision, newAutoscaleRule } from '#lib/model/compute/autoscale-rule.ts';
import { entity } from '#lib/store/entity.ts';

export const autoscaleRuleRecord = z.strictObject({
  ...newAutoscaleRule.shape,
  account_id: z.string(),
  instance_id: z.string(),
  last_decision: autoscaleDecision.nullable(),
  /** When the rule last made a decision, or when the change that it began was completed (civil clock). */
  scaled_at: z.string().nullable(),
  /** The change in progress, for which the rule has stopped the instance. */
  change: z
    .strictObject({
      from: z.string(),
      to: z.string(),
    })
    .nullable(),
  /** The workflow that follows the change; null where only the scheduled task follows it. */
  operation: z.string().nullable(),
  version: z.number(),
});

export const entities = {
  autoscaleRule: entity({
    about: 'autoscale rule',
    pk: 'A#<account>#autoscale',
    sk: '<instance>',
    index: { name: 'autoscaleIndex', pk: 'AUTOSCALE', sk: '<instance>', isDivided: true },
    read: 'show; autoscale schedule',
    version: 'version',
    record: autoscaleRuleRecord,
  }),
};
