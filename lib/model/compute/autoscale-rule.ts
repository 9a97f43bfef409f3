import * as z from 'zod';
import { id, timestamp } from '#lib/model/platform/common.ts';
import { windowProblem } from '#lib/model/platform/cron.ts';

/** Percentage points between the two thresholds, so that a resize does not cause the opposite one. */
const thresholdGap = 15;

/** When changes are allowed: a cron text whose minutes are the window, in India's time. */
const window = z.string().superRefine((text, context) => {
  const problem = windowProblem(text);
  if (problem) context.addIssue({ code: 'custom', message: problem, input: text, params: { named: true } });
});

const settings = {
  metric: z.enum(['cpu', 'ram']),
  scale_up_percent: z.int().min(20).max(95),
  scale_down_percent: z.int().min(1).max(80),
  min_instance_type_id: z.string(),
  max_instance_type_id: z.string(),
};

export const newAutoscaleRule = z
  .strictObject({
    ...settings,
    evaluation_seconds: z.int().min(60).max(3600).default(300),
    cooldown_seconds: z.int().min(300).max(86_400).default(900),
    mode: z.enum(['apply', 'recommend']).default('apply'),
    enabled: z.boolean().default(true),
    window: window.nullable().default(null),
  })
  .superRefine(({ scale_up_percent: up, scale_down_percent: down }, context) => {
    if (down <= up - thresholdGap) return;
    context.addIssue({
      code: 'custom',
      path: ['scale_down_percent'],
      message: `must be at most ${up - thresholdGap} (${thresholdGap} below scale_up_percent ${up})`,
      input: down,
    });
  });
export type NewAutoscaleRule = z.infer<typeof newAutoscaleRule>;

/** A rule's last decision. `from` equals `to` where the instance could not be resized. */
export const autoscaleDecision = z.strictObject({
  at: timestamp,
  from: z.string(),
  to: z.string(),
  reason: z.string(),
});
export type AutoscaleDecision = z.infer<typeof autoscaleDecision>;

/** The rule by which an instance is resized automatically, as replies show it (contract 2). */
export const autoscaleRule = z.strictObject({
  instance_id: id('instance'),
  enabled: z.boolean(),
  ...settings,
  evaluation_seconds: z.int(),
  cooldown_seconds: z.int(),
  mode: z.enum(['apply', 'recommend']),
  window: z.string().nullable(),
  last_decision: autoscaleDecision.nullable(),
});
export type AutoscaleRule = z.infer<typeof autoscaleRule>;
