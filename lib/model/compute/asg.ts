import * as z from 'zod';
import { id, stamps, statusReason, tags, timestamp } from '#lib/model/platform/common.ts';
import { ruleInputs, templateRule } from './firewall.ts';
import { userData } from './instance.ts';

/** The statuses of contract 3.7. A deleted group has no status, since its record is removed. */
export const asgStatuses = ['active', 'scaling', 'error', 'deleting'] as const;

/** Reasons for a group's activities (contract 3.7). */
export const activityReasons = ['config_change', 'scale_out', 'scale_in', 'replace_unhealthy', 'failed'] as const;
export type ActivityReason = (typeof activityReasons)[number];

/** One entry of GET /compute/asg/{id}/activities; `from` and `to` are numbers of members. */
export const activity = z.strictObject({
  id: id('event').meta({ readOnly: true }),
  at: timestamp.describe('When it began, in UTC.'),
  reason: z.enum(activityReasons).describe('Why the number of members changed.').meta({ example: 'scale_out' }),
  from: z.int().describe('The number of members before.').meta({ example: 2 }),
  to: z.int().describe('The desired number of members.').meta({ example: 3 }),
  status: z
    .enum(['in_progress', 'successful', 'failed', 'cancelled'])
    .describe('Its progress.')
    .meta({ example: 'successful' }),
  message: z
    .string()
    .describe('What happened, for people.')
    .meta({ example: 'cpu at 82 % is above the target of 60 %' }),
});
export type Activity = z.infer<typeof activity>;

/** A target-tracking policy: the group's size follows a metric so that the members' mean stays near the target. */
export const scalingPolicy = z.strictObject({
  metric: z
    .enum(['cpu', 'ram'])
    .describe('The metric whose mean over the members is kept near the target.')
    .meta({ example: 'cpu' }),
  target_percent: z.int().describe('The target in percent.').meta({ example: 60 }),
  cooldown_seconds: z.int().describe('Seconds between two changes.').meta({ example: 300 }),
  scale_in_enabled: z.boolean().describe('Whether members are also removed.').meta({ example: true }),
});

/** What determines a member's health: the machine alone, or also the load balancer. */
export const asgHealthCheck = z.strictObject({
  type: z
    .enum(['instance', 'load_balancer'])
    .describe("What decides on a member's health: the machine alone, or the load balancer as well.")
    .meta({ example: 'instance' }),
  grace_period_seconds: z
    .int()
    .describe("The number of seconds after a member's launch during which its health does not count.")
    .meta({ example: 300 }),
});

export const memberStates = ['pending', 'in_service', 'terminating'] as const;

/** An auto scaling group as replies show it (contract 2). */
export const asg = z.strictObject({
  id: id('asg').meta({ readOnly: true }),
  ...stamps,
  name: z.string().describe('The name, unique in the account.').meta({ example: 'web' }),
  status: z
    .enum(asgStatuses)
    .describe('Whether the group is at its size (`active`), on the way there, failing to get there, or being deleted.')
    .meta({ example: 'active' }),
  status_reason: statusReason,
  allowed_actions: z
    .array(z.enum(['update', 'delete', 'refresh']))
    .describe('What the caller may do with the group now.')
    .meta({ example: ['update', 'delete', 'refresh'] }),
  instance_type_id: z.string().describe('The instance type of new members.').meta({ example: 's1-small' }),
  image_id: z.string().describe('The image or snapshot of new members.').meta({ example: 'ubuntu-24.04' }),
  ssh_key_id: z
    .string()
    .nullable()
    .describe('The SSH key of new members; null for none.')
    .meta({ example: 'key-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  vpc_id: z.string().describe('The VPC of the members.').meta({ example: 'vpc-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  user_data: z
    .string()
    .nullable()
    .describe("The script of a member's first boot; null for none.")
    .meta({ example: null }),
  run_entrypoint: z.boolean().describe('Whether new members run the program of their image.').meta({ example: false }),
  firewall_rules: z
    .array(templateRule)
    .nullable()
    .describe('The firewall rules of new members; null where they have the two default rules.')
    .meta({ example: null }),
  load_balancer_id: z
    .string()
    .nullable()
    .describe('The load balancer whose backends the members are; null for none.')
    .meta({ example: null }),
  backend_port: z
    .int()
    .nullable()
    .describe("The port at which the load balancer reaches members; null for each listener's target port.")
    .meta({ example: null }),
  min_size: z.int().describe('The minimum number of members.').meta({ example: 1 }),
  max_size: z.int().describe('The maximum number of members.').meta({ example: 4 }),
  desired_capacity: z.int().describe('The number of members that the group keeps now.').meta({ example: 2 }),
  scaling_policy: scalingPolicy.nullable().describe('How the group follows a metric; null if its size is set by hand.'),
  health_check: asgHealthCheck.describe('How the health of members is decided.'),
  tags,
  instances: z
    .array(
      z.strictObject({
        instance_id: z.string().describe('The instance.').meta({ example: 'i-01kanx7m3v5q8w2c4d6f7g9h1j' }),
        lifecycle_state: z
          .enum(memberStates)
          .describe('Whether the member is starting, in service or being terminated.')
          .meta({ example: 'in_service' }),
        health: z
          .enum(['healthy', 'unhealthy', 'unknown'])
          .describe('The health of the member; `unknown` while it does not count.')
          .meta({ example: 'healthy' }),
      }),
    )
    .describe('The members.'),
  current_size: z.int().describe('The number of members that are starting or in service.').meta({ example: 2 }),
  last_activity: activity.nullable().describe('The last change of the number of members; null if there was none.'),
});
export type Asg = z.infer<typeof asg>;

/** The group's name. Members are named `<name>-<6 characters>`. */
const asgName = z
  .string()
  .min(1)
  .max(40)
  .regex(/^[A-Za-z0-9]([A-Za-z0-9\-]*[A-Za-z0-9])?$/v, 'must be a hostname label: letters, digits and inner hyphens')
  .describe("The group's name, unique in the account: a hostname label. Members are named after it.")
  .meta({ example: 'web' });

/** The id of another resource. The verb refuses with 404 where that does not exist. */
const reference = z.string().min(1).max(64);
const size = z.int().min(0).max(20);

const newPolicy = z.strictObject({
  metric: z
    .enum(['cpu', 'ram'])
    .describe('The metric whose mean over the members is kept near the target.')
    .meta({ example: 'cpu' }),
  target_percent: z.int().min(5).max(95).default(60).describe('The target in percent.').meta({ example: 60 }),
  cooldown_seconds: z
    .int()
    .min(60)
    .max(3600)
    .default(300)
    .describe('Seconds between two changes.')
    .meta({ example: 300 }),
  scale_in_enabled: z.boolean().default(true).describe('Whether members are also removed.').meta({ example: true }),
});

const newHealthCheck = z.strictObject({
  type: z
    .enum(['instance', 'load_balancer'])
    .default('instance')
    .describe("What decides on a member's health: the machine alone, or the load balancer as well.")
    .meta({ example: 'instance' }),
  grace_period_seconds: z
    .int()
    .min(0)
    .max(3600)
    .default(300)
    .describe("The number of seconds after a member's launch during which its health does not count.")
    .meta({ example: 300 }),
});

const fields = {
  name: asgName,
  instance_type_id: reference.describe('The instance type of new members.').meta({ example: 's1-small' }),
  image_id: reference
    .describe("The image of new members, or one of the account's snapshots.")
    .meta({ example: 'ubuntu-24.04' }),
  min_size: size.describe('The minimum number of members.').meta({ example: 1 }),
  max_size: size.min(1).describe('The maximum number of members.').meta({ example: 4 }),
  desired_capacity: size
    .optional()
    .describe('The number of members to keep now; by default the minimum.')
    .meta({ example: 2 }),
};

const runsEntrypoint = z
  .boolean()
  .describe('Whether new members run the program of the image as a service, whose output is in the console log.');

const port = z.int().min(1).max(65_535);

/** Settings that null clears. */
const clearable = {
  firewall_rules: ruleInputs
    .nullable()
    .describe('The firewall rules of new members, instead of the two default rules; null for the default rules.')
    .meta({ example: null }),
  ssh_key_id: reference
    .nullable()
    .describe('The SSH key of new members; null for none.')
    .meta({ example: 'key-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  user_data: userData
    .nullable()
    .describe("The script of a member's first boot, at most 64 KiB; null for none.")
    .meta({ example: null }),
  load_balancer_id: reference
    .nullable()
    .describe('The load balancer whose backends the members are; null for none.')
    .meta({ example: null }),
  backend_port: port
    .nullable()
    .describe("The port at which the load balancer reaches members; null for each listener's target port.")
    .meta({ example: null }),
  scaling_policy: newPolicy.nullable().describe('How the group follows a metric; null if its size is set by hand.'),
};

export const newAsg = z.strictObject({
  ...fields,
  ssh_key_id: clearable.ssh_key_id.default(null),
  vpc_id: reference
    .optional()
    .describe("The VPC of the members; by default the account's default VPC.")
    .meta({ 'x-immutable': true, example: 'vpc-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  user_data: clearable.user_data.default(null),
  run_entrypoint: runsEntrypoint.default(false),
  firewall_rules: clearable.firewall_rules.default(null),
  load_balancer_id: clearable.load_balancer_id.default(null),
  backend_port: clearable.backend_port.default(null),
  scaling_policy: clearable.scaling_policy.default(null),
  health_check: newHealthCheck.prefault({}).describe('How the health of members is decided.'),
  tags: tags.default({}),
});
export type NewAsg = z.infer<typeof newAsg>;

/** A change of a group. Absent fields stay unchanged; null clears. */
export const asgChange = z.strictObject({
  ...z.strictObject({ ...fields, ...clearable }).partial().shape,
  run_entrypoint: runsEntrypoint.optional(),
  health_check: newHealthCheck.optional().describe('How the health of members is decided.'),
  tags: tags.optional(),
});
export type AsgChange = z.infer<typeof asgChange>;
