import * as z from 'zod';
import { id, timestamp } from '#lib/model/platform/common.ts';
import { windowProblem } from '#lib/model/platform/cron.ts';

/** Minimum distance of the two thresholds in percentage points, so that a resize does not cause the opposite one. */
const thresholdGap = 15;

const windowText =
  'When changes are allowed: in the minutes that a cron expression matches, in Indian time; `* 2-4 * * ' +
  '*` is from 02:00 to 04:59. Null for always.';

/** A cron text. The minutes in which it is due form the window. */
const window = z.string().superRefine((text, context) => {
  const problem = windowProblem(text);
  if (problem) context.addIssue({ code: 'custom', message: problem, input: text, params: { named: true } });
});

const settings = {
  metric: z.enum(['cpu', 'ram']).describe('The metric that decides.').meta({ example: 'cpu' }),
  scale_up_percent: z
    .int()
    .min(20)
    .max(95)
    .describe("The instance gets the next larger type when the metric's mean is above this, in percent.")
    .meta({ example: 80 }),
  scale_down_percent: z
    .int()
    .min(1)
    .max(80)
    .describe(
      "The instance gets the next smaller type when the metric's mean is below this, in percent; at least 15 below `scale_up_percent`.",
    )
    .meta({ example: 20 }),
  min_instance_type_id: z.string().describe('The smallest type that the rule sets.').meta({ example: 's1-nano' }),
  max_instance_type_id: z.string().describe('The largest type that the rule sets.').meta({ example: 's1-large' }),
};

export const newAutoscaleRule = z
  .strictObject({
    ...settings,
    evaluation_seconds: z
      .int()
      .min(60)
      .max(3600)
      .default(300)
      .describe('Seconds over which the mean is taken.')
      .meta({ example: 300 }),
    cooldown_seconds: z
      .int()
      .min(300)
      .max(86_400)
      .default(900)
      .describe('Seconds between two changes.')
      .meta({ example: 900 }),
    mode: z
      .enum(['apply', 'recommend'])
      .default('apply')
      .describe('Whether the rule resizes the instance, which restarts it, or only records what it would do.')
      .meta({ example: 'apply' }),
    enabled: z.boolean().default(true).describe('Whether the rule is on.').meta({ example: true }),
    window: window.nullable().default(null).describe(windowText).meta({ example: '* 2-4 * * *' }),
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

/** A rule's last decision. `from` equals `to` if the instance could not be resized. */
export const autoscaleDecision = z.strictObject({
  at: timestamp.describe('When it was created, in UTC.'),
  from: z.string().describe('The type before.').meta({ example: 's1-small' }),
  to: z
    .string()
    .describe('The type that was chosen; equal to `from` if the instance could not be resized.')
    .meta({ example: 's1-medium' }),
  reason: z.string().describe('Why, for people.').meta({ example: 'cpu at 91 % for 300 s is above 80 %' }),
});

/** The rule that resizes an instance automatically, as replies show it (contract 2). */
export const autoscaleRule = z.strictObject({
  instance_id: id('instance'),
  enabled: z.boolean().describe('Whether the rule is on.').meta({ example: true }),
  ...settings,
  evaluation_seconds: z.int().describe('Seconds over which the mean is taken.').meta({ example: 300 }),
  cooldown_seconds: z.int().describe('Seconds between two changes.').meta({ example: 900 }),
  mode: z
    .enum(['apply', 'recommend'])
    .describe('Whether the rule resizes the instance, which restarts it, or only records what it would do.')
    .meta({ example: 'apply' }),
  window: z.string().nullable().describe(windowText).meta({ example: '* 2-4 * * *' }),
  last_decision: autoscaleDecision.nullable().describe('The last decision; null where there was none.'),
});
export type AutoscaleRule = z.infer<typeof autoscaleRule>;
