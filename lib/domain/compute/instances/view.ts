import type { Instance } from '#lib/model/compute/instance.ts';
import { allowedActions } from '#lib/model/compute/instance-states.ts';
import { region } from '#lib/model/platform/common.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';

/** An instance as replies show it. */
export function toInstance(record: InstanceRecord): Instance {
  return {
    id: record.id,
    account_id: record.account_id,
    name: record.name,
    status: record.status,
    status_reason: record.status_reason,
    task: record.task,
    private_ip: record.private_ip,
    public_ip: record.public_ip,
    public_hostname: record.public_hostname,
    ssh_port: record.ssh_port,
    ssh_ready: record.ssh_ready,
    plan: record.plan,
    instance_type_id: record.instance_type_id,
    image_id: record.image_id,
    ssh_key_ids: record.ssh_key_ids,
    vpc_id: record.vpc_id,
    elastic_ip: record.elastic_ip,
    volume_ids: record.volume_ids,
    asg_id: record.asg_id,
    tags: record.tags,
    termination_protection: record.termination_protection,
    allowed_actions: allowedActions(record.status, record, record.task),
    region,
    launched_at: record.launched_at,
    expires_at: record.expires_at,
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}
