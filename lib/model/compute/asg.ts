import * as z from 'zod';
import { id, stamps, timestamp } from '#lib/model/platform/common.ts';
import { userData } from './instance.ts';

/** Statuses of contract 3.7; a deleted group is gone. */
export const asgStatuses = ['active', 'scaling', 'error', 'deleting'] as const;
export type AsgStatus = (typeof asgStatuses)[number];

/** Why a group did something (contract 3.7). */
export const activityReasons = ['config_change', 'scale_out', 'scale_in', 'replace_unhealthy', 'failed'] as const;
export type ActivityReason = (typeof activityReasons)[number];

/** One line of GET /compute/asg/{id}/activities; `from` and `to` count members. */
export const activity = z.strictObject({
  id: id('event'),
  at: timestamp,
  reason: z.enum(activityReasons),
  from: z.int(),
  to: z.int(),
  status: z.enum(['in_progress', 'successful', 'failed', 'cancelled']),
  message: z.string(),
});
export type Activity = z.infer<typeof activity>;

/** How a group follows a metric: the mean of its members is kept near the target. */
export const scalingPolicy = z.strictObject({
  metric: z.enum(['cpu', 'ram']),
  target_percent: z.int(),
  cooldown_seconds: z.int(),
  scale_in_enabled: z.boolean(),
});
export type ScalingPolicy = z.infer<typeof scalingPolicy>;

/** Whose word on a member's health counts: the machine's alone, or the load balancer's as well. */
export const asgHealthCheck = z.strictObject({
  type: z.enum(['instance', 'load_balancer']),
  grace_period_seconds: z.int(),
});
export type AsgHealthCheck = z.infer<typeof asgHealthCheck>;

export const memberStates = ['pending', 'in_service', 'terminating'] as const;
export type MemberState = (typeof memberStates)[number];

/** An auto scaling group as replies show it (contract 2); no word of `allowed_actions` is one of its own. */
export const asg = z.strictObject({
  id: id('asg'),
  ...stamps,
  name: z.string(),
  status: z.enum(asgStatuses),
  status_reason: z.string().nullable(),
  allowed_actions: z.array(z.string()).max(0),
  instance_type_id: z.string(),
  image_id: z.string(),
  ssh_key_id: z.string().nullable(),
  vpc_id: z.string(),
  user_data: z.string().nullable(),
  load_balancer_id: z.string().nullable(),
  backend_port: z.int().nullable(),
  min_size: z.int(),
  max_size: z.int(),
  desired_capacity: z.int(),
  scaling_policy: scalingPolicy.nullable(),
  health_check: asgHealthCheck,
  instances: z.array(
    z.strictObject({
      instance_id: z.string(),
      lifecycle_state: z.enum(memberStates),
      health: z.enum(['healthy', 'unhealthy', 'unknown']),
    }),
  ),
  /** Members that are coming up or in service. */
  current_size: z.int(),
  last_activity: activity.nullable(),
});
export type Asg = z.infer<typeof asg>;

/** Its members are called `<name>-<6 characters>`. */
const asgName = z
  .string()
  .min(1)
  .max(40)
  .regex(/^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$/, 'must be a hostname label: letters, digits and inner hyphens');

/** What names something else: the verb says whether it is there. */
const reference = z.string().min(1).max(64);
const size = z.int().min(0).max(20);

const newPolicy = z.strictObject({
  metric: z.enum(['cpu', 'ram']),
  target_percent: z.int().min(5).max(95).default(60),
  cooldown_seconds: z.int().min(60).max(3600).default(300),
  scale_in_enabled: z.boolean().default(true),
});

const newHealthCheck = z.strictObject({
  type: z.enum(['instance', 'load_balancer']).default('instance'),
  grace_period_seconds: z.int().min(0).max(3600).default(300),
});

const fields = {
  name: asgName,
  instance_type_id: reference,
  image_id: reference,
  min_size: size,
  max_size: size.min(1),
  desired_capacity: size.optional(),
};

const port = z.int().min(1).max(65_535);

export const newAsg = z.strictObject({
  ...fields,
  ssh_key_id: reference.nullable().default(null),
  vpc_id: reference.optional(),
  user_data: userData.nullable().default(null),
  load_balancer_id: reference.nullable().default(null),
  backend_port: port.nullable().default(null),
  scaling_policy: newPolicy.nullable().default(null),
  health_check: newHealthCheck.prefault({}),
});
export type NewAsg = z.infer<typeof newAsg>;

/** What is left out stays; null clears. */
export const asgChange = z.strictObject({
  ...z.strictObject(fields).partial().shape,
  ssh_key_id: reference.nullable().optional(),
  user_data: userData.nullable().optional(),
  load_balancer_id: reference.nullable().optional(),
  backend_port: port.nullable().optional(),
  scaling_policy: newPolicy.nullable().optional(),
  health_check: newHealthCheck.optional(),
});
export type AsgChange = z.infer<typeof asgChange>;
