import type { Schema } from '#lib/generate/client/types.ts';

/** The columns of tables, by the component of the OpenAPI document that a row is. */
const chosen: Readonly<Record<string, string>> = {
  AccessKey: 'access_key_id username status description last_used_at created_at',
  Activity: 'at status reason from to message',
  ActivityEvent: 'at type name status actor message',
  Asg: 'id name status instance_type_id min_size desired_capacity max_size created_at',
  AuditLog: 'at actor action resource status source_ip source_instance',
  Backend: 'instance_id port weight health health_reason',
  Bucket: 'name status region acl versioning usage.objects usage.size_bytes created_at',
  BucketKey: 'access_key_id name permission prefix status expires_at last_used_at',
  Delivery: 'id event_type status attempt response_status at next_attempt_at',
  ElasticIp: 'id name address status instance_id created_at',
  FirewallRule: 'id direction protocol port_from port_to cidrs origin description',
  Group: 'name description members policies created_at',
  IamUser: 'username description console_access mfa_enabled groups access_key_count last_login_at',
  Image: 'id name distribution version architecture available type',
  Instance: 'id name status instance_type_id image_id private_ip public_ip ssh_port created_at',
  InstanceEvent: 'at type from to actor message',
  InstanceType: 'id family cpu ram disk price_monthly available',
  Invite: 'id email role status expires_at',
  Invoice: 'id number date kind total_paise currency',
  LoadBalancer: 'id name status public_ip algorithm created_at',
  Member: 'id email name role joined_at',
  PlatformAuditLog: 'at actor method path status source_ip source_instance',
  Policy: 'id name type attachment_count description',
  Session: 'id current source_ip source_instance user_agent created_at last_used_at',
  Snapshot: 'id name status instance_id size_gib progress_percent trigger created_at',
  SshKey: 'id name type fingerprint created_at',
  Transaction: 'id type amount_paise balance_after_paise description created_at',
  Volume: 'id name status size_gib instance_id mount_path created_at',
  Vpc: 'id name cidr is_default instance_count available_ips',
  Webhook: 'id url status event_types created_at',
};

const usual = ['account_id', 'created_at', 'updated_at', 'allowed_actions', 'status_reason'];

/** The columns of rows with this schema: those that were chosen, or the first plain fields. */
export function columnsOf(name: string, schema: Schema): string[] {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const columns = chosen[name]?.split(' ');
  const unknown = columns?.find((column) => !fields.some(([field]) => field === column.split('.')[0]));
  if (unknown) throw new Error(`${name} has no field ${unknown}`);
  const plain = fields.filter(([field, { type }]) => type !== 'object' && type !== 'array' && !usual.includes(field));
  return columns ?? plain.slice(0, 7).map(([field]) => field);
}
