import * as z from 'zod';
import { activity, asgHealthCheck, asgStatuses, memberStates, scalingPolicy } from '#lib/model/compute/asg.ts';
import { templateRule } from '#lib/model/compute/firewall.ts';
import { entity, listed } from '#lib/store/entity.ts';

/** A member as its group sees it. The instance's status is in its own record. */
export const member = z.strictObject({
  instance_id: z.string(),
  state: z.enum(memberStates),
  /** Null until it is first in service. */
  healthy: z.boolean().nullable(),
  /** The group's refresh count when it was launched. A member with a lower count than the group's is replaced. */
  epoch: z.number(),
  launched_at: z.string(),
  /** When it was first in service; null until then. */
  in_service_at: z.string().nullable(),
  /** Since when it has been unreachable; null while it is reachable. */
  unwell_since: z.string().nullable(),
  /** The load balancer with which it is registered as a backend. */
  balancer: z.string().nullable(),
  /** When it is terminated, once its connections have had time to end (civil clock). */
  leaves_at: z.string().nullable(),
});

export const asgRecord = z.strictObject({
  id: z.string(),
  account_id: z.string(),
  name: z.string(),
  status: z.enum(asgStatuses),
  status_reason: z.string().nullable(),
  instance_type_id: z.string(),
  image_id: z.string(),
  ssh_key_id: z.string().nullable(),
  vpc_id: z.string(),
  user_data: z.string().nullable(),
  /** Absent in older groups, whose members do not. */
  run_entrypoint: z.boolean().exactOptional(),
  /** Null where members have the default rules; absent in older groups. */
  firewall_rules: z.array(templateRule).nullable().exactOptional(),
  load_balancer_id: z.string().nullable(),
  backend_port: z.number().nullable(),
  min_size: z.number(),
  max_size: z.number(),
  desired_capacity: z.number(),
  scaling_policy: scalingPolicy.nullable(),
  health_check: asgHealthCheck,
  /** Absent in older records. */
  tags: z.record(z.string(), z.string()).exactOptional(),
  created_at: z.string(),
  updated_at: z.string(),
  last_activity: activity.nullable(),
  /** Every write adds one, and each step is conditional on it. */
  version: z.number(),
  members: z.array(member),
  /** The activity in progress. */
  open_activity: activity.nullable(),
  /** The number of consecutive failed launches; three of them set status error. */
  failures: z.number(),
  /** The earliest time at which a failed step is tried again (civil clock). */
  retry_at: z.string().nullable(),
  /** When the policy last changed the desired capacity, or when that change was completed. */
  scaled_at: z.string().nullable(),
  /** The number of refreshes. */
  epoch: z.number(),
  /** Whether members stay when the group is deleted. */
  keep_instances: z.boolean(),
  /** The workflow that follows the activity in progress; null where only the scheduled task follows it. */
  operation: z.string().nullable(),
});

export const entities = {
  asg: listed('asg', {
    read: 'show, lists; scaling',
    version: 'version',
    record: asgRecord,
  }),
  asgActivity: entity({
    about: 'group activity',
    pk: 'A#<account>#activity',
    sk: '<asg>#<activity>',
    read: 'GET …/activities',
    expires: 'always',
    record: activity,
  }),
  asgAssignment: entity({
    about: 'group assignment',
    pk: 'ASG#<asg>',
    sk: 'ASG',
    index: { name: 'asgIndex', pk: 'ASG', sk: '<group>', isDivided: true },
    read: 'scaling schedule',
    record: z.strictObject({
      account_id: z.string(),
      asg_id: z.string(),
    }),
  }),
};
