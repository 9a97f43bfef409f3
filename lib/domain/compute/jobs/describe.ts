import { settleElasticIps } from '#lib/domain/compute/elastic-ips/attachment.ts';
import { describeFirewall } from '#lib/domain/compute/firewall/rules.ts';
import { gatewayOf } from '#lib/domain/compute/vpcs/addresses.ts';
import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { MachineFacts, MachineSpec } from '#lib/model/compute/machine.ts';
import { firstBootPlan } from '#lib/model/compute/user-data/first-boot.ts';
import type { InstanceData } from '#lib/model/compute/user-data/jinja.ts';
import { planOf } from '#lib/model/platform/catalog.ts';
import { region } from '#lib/model/platform/common.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { getFirewall } from '#lib/store/compute/firewalls.ts';
import { getInstance, getUserData, type InstanceRecord } from '#lib/store/compute/instances.ts';
import { getVolumes } from '#lib/store/compute/volumes.ts';
import { getVpc } from '#lib/store/compute/vpcs.ts';

/** The current description of a machine, or undefined where its instance is terminated. */
export async function describeMachine(account: string, instance: string): Promise<MachineSpec | undefined> {
  const record = await getInstance(account, instance);
  // The record is kept for a while, and its VPC may no longer exist.
  return record && record.status !== 'terminated' ? specOf(record) : undefined;
}

/** The machine of a record. Its VPC cannot be deleted while the machine exists. */
export async function specOf(record: InstanceRecord): Promise<MachineSpec> {
  const { account_id } = record;
  const plan = planOf(record);
  const [vpc, user_data, firewall, volumes] = await allInOrder([
    getVpc(account_id, record.vpc_id),
    getUserData(account_id, record.id),
    getFirewall(account_id, record.id),
    volumesOf(record),
  ]);
  if (!vpc) throw new Error(`vpc ${record.vpc_id} of instance ${record.id} is gone`);
  return {
    id: record.id,
    name: record.name,
    cpu: plan.cpu,
    ram_mib: plan.ram,
    disk_gib: plan.disk,
    image_id: record.base_image_id ?? record.image_id,
    vpc: { id: vpc.id, cidr: vpc.cidr, gateway: gatewayOf(vpc.cidr) },
    private_ip: record.private_ip,
    public_hostname: record.public_hostname,
    ssh: { host: record.public_ip, port: record.ssh_port },
    authorized_keys: record.authorized_keys,
    user_data,
    ...(await firstBootPlan(user_data, dataOf(record))),
    firewall: describeFirewall(firewall ?? { rules: [] }),
    addresses: record.elastic_ip ? [record.elastic_ip.address] : [],
    volumes,
    source_snapshot_id: record.base_image_id ? record.image_id : null,
    ...(record.run_entrypoint && { run_entrypoint: true }),
    facts: factsOf(record),
  };
}

const dataOf = (record: InstanceRecord): InstanceData => ({
  instance_id: record.id,
  hostname: record.name,
  region,
  account_id: record.account_id,
  image_id: record.image_id,
  instance_type: record.instance_type_id,
  private_ip: record.private_ip,
});

const factsOf = (record: InstanceRecord): MachineFacts => ({
  account_id: record.account_id,
  region,
  plan: planOf(record),
  image_id: record.image_id,
  tags: record.tags,
  api_url: setting('SVC_BASE_URL') ?? null,
  s3_url: setting('SVC_S3_URL') ?? null,
});

/** The volumes that the machine should have. A volume that is being detached must not return with a boot. */
async function volumesOf({ account_id, id, volume_ids }: InstanceRecord): Promise<MachineSpec['volumes']> {
  const volumes = await getVolumes(account_id, volume_ids);
  return volumes
    .filter(({ instance_id, status }) => instance_id === id && status !== 'detaching')
    .map((volume) => ({ id: volume.id, mount_path: volume.mount_path }));
}

/**
 * Records that a machine's host has applied the description of `describeMachine`. `addresses` are the elastic IPs that
 * it now forwards. Keys and firewall rules have no status to settle. Idempotent: the agent calls it before it closes
 * the job, and again after a crash in between.
 */
export const settleConfiguration = (account: string, instance: string, addresses: readonly string[]): Promise<void> =>
  settleElasticIps(account, instance, addresses);
