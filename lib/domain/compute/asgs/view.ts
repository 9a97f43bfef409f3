import { type Asg, activity } from '#lib/model/compute/asg.ts';
import type { AsgRecord, Member } from '#lib/store/compute/asgs.ts';
import { live } from './situation.ts';

/** A group as replies show it. */
export function toAsg(record: AsgRecord): Asg {
  return {
    id: record.id,
    account_id: record.account_id,
    name: record.name,
    status: record.status,
    status_reason: record.status_reason,
    allowed_actions: [],
    instance_type_id: record.instance_type_id,
    image_id: record.image_id,
    ssh_key_id: record.ssh_key_id,
    vpc_id: record.vpc_id,
    user_data: record.user_data,
    load_balancer_id: record.load_balancer_id,
    backend_port: record.backend_port,
    min_size: record.min_size,
    max_size: record.max_size,
    desired_capacity: record.desired_capacity,
    scaling_policy: record.scaling_policy,
    health_check: record.health_check,
    instances: record.members.map(({ instance_id, state, healthy }) => ({
      instance_id,
      lifecycle_state: state,
      health: wordFor(healthy),
    })),
    current_size: live(record).length,
    last_activity: record.last_activity && activity.strip().parse(record.last_activity),
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}

const wordFor = (healthy: Member['healthy']) => {
  if (healthy === null) return 'unknown';
  return healthy ? 'healthy' : 'unhealthy';
};
