import type { Context } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { userDataHash } from '#lib/model/compute/user-data/hash.ts';
import type { InstanceType, Plan } from '#lib/model/platform/catalog.ts';
import { newHostToken, newId } from '#lib/model/platform/ids.ts';
import { setting } from '#lib/model/platform/settings.ts';
import type { Offer } from '#lib/store/compute/directory.ts';
import type { ElasticIpRecord } from '#lib/store/compute/elastic-ips.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import type { SnapshotRecord } from '#lib/store/compute/snapshots.ts';
import type { SshKeyRecord } from '#lib/store/compute/ssh-keys.ts';
import type { LaunchInput } from './launch-inputs.ts';

export interface Placement {
  type: InstanceType;
  image: { id: string };
  sshKey: SshKeyRecord | undefined;
  elasticIp: ElasticIpRecord | undefined;
  snapshot: SnapshotRecord | undefined;
  vpc_id: string;
  private_ip: string;
  address_slot: number;
  host: Offer;
  ssh_port: number;
  operation: string;
}

/** The record of a new instance, in status provisioning. */
export function newInstance(context: Context, input: LaunchInput, place: Placement): InstanceRecord {
  const { type, sshKey, elasticIp, snapshot, host } = place;
  const now = rfc3339(context.now);
  return {
    id: newId('instance', context.now),
    account_id: context.principal.account_id,
    name: input.name,
    status: 'provisioning',
    status_reason: null,
    task: null,
    private_ip: place.private_ip,
    public_ip: host.public_ip,
    public_hostname: `vm-${newHostToken()}.${setting('SVC_VM_DOMAIN')}`,
    ssh_port: place.ssh_port,
    ssh_ready: false,
    ...sizeOf(type),
    instance_type_id: type.id,
    image_id: place.image.id,
    ...(snapshot && { base_image_id: snapshot.image_id }),
    ...(input.run_entrypoint && { run_entrypoint: true }),
    ssh_key_ids: sshKey ? [sshKey.id] : [],
    authorized_keys: sshKey ? [sshKey.public_key] : [],
    user_data_sha256: userDataHash(input.user_data),
    vpc_id: place.vpc_id,
    elastic_ip: elasticIp ? { id: elasticIp.id, address: elasticIp.address } : null,
    volume_ids: [],
    asg_id: input.asg_id ?? null,
    tags: input.tags,
    termination_protection: input.termination_protection,
    launched_at: null,
    expires_at: input.ttl_hours ? expiry(context.now, input.ttl_hours) : null,
    created_at: now,
    updated_at: now,
    version: 1,
    host_id: host.host_id,
    ...(host.disk_scope !== host.host_id && { shared_disk: { scope: host.disk_scope, driver: host.driver } }),
    address_slot: place.address_slot,
    placed: true,
    has_disk: false,
    host_key: null,
    operation: { id: place.operation, kind: 'launch' },
    price_hourly_paise: type.price_hourly_paise,
    hold: { operation: place.operation, amount_paise: type.price_hourly_paise },
  };
}

/** The part of an instance type that its instances store. Later changes of the catalog do not affect it. */
export const sizeOf = ({ cpu, ram, disk, price_monthly }: InstanceType): Omit<Plan, 'name'> => ({
  cpu,
  ram,
  disk,
  price_monthly,
});

/** When an instance with a lifetime of this many hours is terminated. */
export const expiry = (now: Date, hours: number): string => rfc3339(new Date(now.getTime() + hours * 3_600_000));
