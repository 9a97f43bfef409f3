import { imagesOf } from '#lib/domain/compute/catalog/images.ts';
import { requireAvailable } from '#lib/domain/compute/elastic-ips/resource.ts';
import { imageOf } from '#lib/domain/compute/snapshots/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { type Image, type InstanceType, instanceTypeById } from '#lib/model/platform/catalog.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import type { ElasticIpRecord } from '#lib/store/compute/elastic-ips.ts';
import type { HostEntry } from '#lib/store/compute/hosts.ts';
import { readLaunchInputs } from '#lib/store/compute/inputs.ts';
import type { SnapshotRecord } from '#lib/store/compute/snapshots.ts';
import type { SshKeyRecord } from '#lib/store/compute/ssh-keys.ts';
import { isEmpty, type VpcRecord } from '#lib/store/compute/vpcs.ts';

export interface LaunchInput {
  name: string;
  instance_type_id: string;
  image_id: string;
  ssh_key_id?: string | undefined;
  vpc_id?: string | undefined;
  elastic_ip_id?: string | undefined;
  user_data?: string | undefined;
  tags: Record<string, string>;
  termination_protection: boolean;
  ttl_hours?: number | undefined;
  /** The group that launches it as a member. */
  asg_id?: string | undefined;
}

export interface LaunchInputs {
  type: InstanceType;
  image: Image;
  sshKey: SshKeyRecord | undefined;
  vpc: VpcRecord;
  elasticIp: ElasticIpRecord | undefined;
  /** What `image_id` names, where that is a snapshot of the account. */
  snapshot: SnapshotRecord | undefined;
  /** Those that can boot the image, forward the address and, where something stands in the VPC, hold it. */
  hosts: HostEntry[];
}

/** Everything a launch refers to, in one read; 400 for what the catalog lacks, 404 for what the account lacks. */
export async function readInputs(context: Context, input: LaunchInput): Promise<LaunchInputs> {
  const type = findType(input.instance_type_id);
  const { account_id, default_vpc_id } = context.principal;
  const vpcId = input.vpc_id ?? default_vpc_id;
  const { vpc, sshKey, elasticIp, snapshot, hosts } = await readLaunchInputs(account_id, {
    vpc: vpcId,
    'ssh-key': input.ssh_key_id,
    'elastic-ip': input.elastic_ip_id,
    snapshot: isSnapshot(input.image_id) ? input.image_id : undefined,
  });
  const image = checkImage(input.image_id, imagesFor(input.image_id, snapshot, imagesOf(hosts)), type);
  if (input.ssh_key_id !== undefined && !sshKey) throw notFound('ssh key', input.ssh_key_id);
  if (!vpc) throw notFound('vpc', vpcId);
  if (input.elastic_ip_id !== undefined && !elasticIp) throw notFound('elastic ip', input.elastic_ip_id);
  if (elasticIp) requireAvailable(elasticIp, 'launch');
  const able = hosts.filter(
    (host) =>
      (snapshot ? holds(host, snapshot) : offers(host, image.id)) && reaches(host, vpc) && forwards(host, elasticIp),
  );
  return { type, image, sshKey, vpc, elasticIp, snapshot, hosts: able };
}

const isSnapshot = (id: string) => id.startsWith('snap-');

/** What a launch may choose from: the catalog and the hosts' images, or the one that a snapshot is. */
function imagesFor(id: string, snapshot: SnapshotRecord | undefined, images: readonly Image[]): readonly Image[] {
  if (!isSnapshot(id)) return images;
  const image = imageOf(id, snapshot, images);
  return image ? [image] : [];
}

/** A snapshot's bytes are on one host. */
const holds = (host: HostEntry, { host_id, image_id }: SnapshotRecord) =>
  host.host_id === host_id && offers(host, image_id) && host.capabilities.includes('snapshots');

const forwards = (host: HostEntry, elasticIp: ElasticIpRecord | undefined) =>
  !elasticIp || (host.address_pool === elasticIp.pool && host.capabilities.includes('elastic_ip'));

const reaches = (host: HostEntry, vpc: VpcRecord) => isEmpty(vpc) || vpc.host_id === host.host_id;

const offers = (host: HostEntry, image: string) => host.images.some(({ id, available }) => available && id === image);

/** The catalog's instance type; 400 where there is none, or it is no longer to be had. */
export function findType(id: string): InstanceType {
  const type = instanceTypeById.get(id);
  if (!type) {
    throw new ApiError(
      'validation_failed',
      `instance_type_id: unknown instance type ${JSON.stringify(id)} (see GET /compute/instance-types)`,
    );
  }
  if (!type.available) throw new ApiError('validation_failed', `instance_type_id: ${id} is not available`);
  return type;
}

/** The image of this id; 400 where there is none, it is deprecated, no host can boot it, or it needs more than the type has. */
export function checkImage(id: string, images: readonly Image[], type: InstanceType): Image {
  const image = images.find((candidate) => candidate.id === id);
  const see = '(see GET /compute/images)';
  if (!image) throw new ApiError('validation_failed', `image_id: unknown image ${JSON.stringify(id)} ${see}`);
  if (image.deprecated) throw new ApiError('validation_failed', `image_id: image ${id} is deprecated ${see}`);
  if (!image.available) {
    const why = image.unavailable_reason;
    throw new ApiError('validation_failed', `image_id: image ${id} is not available: ${why} ${see}`);
  }
  checkFit(image, type);
  return image;
}

function checkFit(image: Image, type: InstanceType): void {
  if (image.min_ram > type.ram) {
    throw new ApiError(
      'validation_failed',
      `image_id: ${image.id} needs ${image.min_ram} MiB of RAM; ${type.id} has ${type.ram}`,
    );
  }
  if (image.min_disk > type.disk) {
    throw new ApiError(
      'validation_failed',
      `image_id: ${image.id} needs ${image.min_disk} GiB of disk; ${type.id} has ${type.disk}`,
    );
  }
}
