import * as z from 'zod';
import { id, stamps, tags, timestamp } from '#lib/model/platform/common.ts';
import { ruleInputs, templateRule } from './firewall.ts';
import { userData } from './instance.ts';

/** The statuses of contract 3.7. A deleted group has no status, since its record is removed. */
export const asgStatuses = ['active', 'scaling', 'error', 'deleting'] as const;
export type AsgStatus = (typeof asgStatuses)[number];

/** Reasons for a group's activities (contract 3.7). */
export const activityReasons = ['config_change', 'scale_out', 'scale_in', 'replace_unhealthy', 'failed'] as const;
export type ActivityReason = (typeof activityReasons)[number];

/** One entry of GET /compute/asg/{id}/activities; `from` and `to` are numbers of members. */
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

/** A target-tracking policy: the group's size follows a metric so that the members' mean stays near the target. */
export const scalingPolicy = z.strictObject({
  metric: z.enum(['cpu', 'ram']),
  target_percent: z.int(),
  cooldown_seconds: z.int(),
  scale_in_enabled: z.boolean(),
});
export type ScalingPolicy = z.infer<typeof scalingPolicy>;

/** What decides on a member's health: the machine alone, or the load balancer as well. */
export const asgHealthCheck = z.strictObject({
  type: z.enum(['instance', 'load_balancer']),
  grace_period_seconds: z.int(),
});
export type AsgHealthCheck = z.infer<typeof asgHealthCheck>;

export const memberStates = ['pending', 'in_service', 'terminating'] as const;
export type MemberState = (typeof memberStates)[number];

/** An auto scaling group as replies show it (contract 2). */
export const asg = z.strictObject({
  id: id('asg'),
  ...stamps,
  name: z.string(),
  status: z.enum(asgStatuses),
  status_reason: z.string().nullable(),
  allowed_actions: z.array(z.enum(['update', 'delete', 'refresh'])),
  instance_type_id: z.string(),
  image_id: z.string(),
  ssh_key_id: z.string().nullable(),
  vpc_id: z.string(),
  user_data: z.string().nullable(),
  /** Null where members have the default rules. */
  firewall_rules: z.array(templateRule).nullable(),
  load_balancer_id: z.string().nullable(),
  backend_port: z.int().nullable(),
  min_size: z.int(),
  max_size: z.int(),
  desired_capacity: z.int(),
  scaling_policy: scalingPolicy.nullable(),
  health_check: asgHealthCheck,
  tags,
  instances: z.array(
    z.strictObject({
      instance_id: z.string(),
      lifecycle_state: z.enum(memberStates),
      health: z.enum(['healthy', 'unhealthy', 'unknown']),
    }),
  ),
  /** The number of members that are starting or in service. */
  current_size: z.int(),
  last_activity: activity.nullable(),
});
export type Asg = z.infer<typeof asg>;

/** The group's name. Members are named `<name>-<6 characters>`. */
const asgName = z
  .string()
  .min(1)
  .max(40)
  .regex(/^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$/, 'must be a hostname label: letters, digits and inner hyphens');

/** The id of another resource. The verb refuses with 404 where that does not exist. */
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
  firewall_rules: ruleInputs.nullable().default(null),
  load_balancer_id: reference.nullable().default(null),
  backend_port: port.nullable().default(null),
  scaling_policy: newPolicy.nullable().default(null),
  health_check: newHealthCheck.prefault({}),
  tags: tags.default({}),
});
export type NewAsg = z.infer<typeof newAsg>;

/** A change of a group. Absent fields stay as they are; null clears. */
export const asgChange = z.strictObject({
  ...z.strictObject(fields).partial().shape,
  ssh_key_id: reference.nullable().optional(),
  user_data: userData.nullable().optional(),
  firewall_rules: ruleInputs.nullable().optional(),
  load_balancer_id: reference.nullable().optional(),
  backend_port: port.nullable().optional(),
  scaling_policy: newPolicy.nullable().optional(),
  health_check: newHealthCheck.optional(),
  tags: tags.optional(),
});
export type AsgChange = z.infer<typeof asgChange>;
