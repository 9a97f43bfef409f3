import { imagesOf } from '#lib/domain/compute/catalog/images.ts';
import { requireAvailable } from '#lib/domain/compute/elastic-ips/resource.ts';
import { hostsFor, neededByRules } from '#lib/domain/compute/hosts/scopes.ts';
import type { Wanted } from '#lib/domain/compute/hosts/search.ts';
import { imageOf } from '#lib/domain/compute/snapshots/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import type { RuleInput } from '#lib/model/compute/firewall.ts';
import { type Image, type InstanceType, instanceTypeById } from '#lib/model/platform/catalog.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import type { Catalog } from '#lib/store/compute/directory.ts';
import type { ElasticIpRecord } from '#lib/store/compute/elastic-ips.ts';
import { readLaunchInputs } from '#lib/store/compute/inputs.ts';
import type { SnapshotRecord } from '#lib/store/compute/snapshots.ts';
import type { SshKeyRecord } from '#lib/store/compute/ssh-keys.ts';
import type { VpcRecord } from '#lib/store/compute/vpcs.ts';
import { checkUserData } from './user-data.ts';

export interface LaunchInput {
  name: string;
  instance_type_id: string;
  image_id: string;
  ssh_key_id?: string | undefined;
  vpc_id?: string | undefined;
  elastic_ip_id?: string | undefined;
  user_data?: string | undefined;
  /** Replace the default rules. */
  firewall_rules?: RuleInput[] | undefined;
  tags: Record<string, string>;
  termination_protection: boolean;
  ttl_hours?: number | undefined;
  /** The auto scaling group that launches the instance as a member. */
  asg_id?: string | undefined;
}

export interface LaunchInputs {
  type: InstanceType;
  image: Image;
  sshKey: SshKeyRecord | undefined;
  vpc: VpcRecord;
  elasticIp: ElasticIpRecord | undefined;
  /** The account's snapshot that `image_id` names, if it names one. */
  snapshot: SnapshotRecord | undefined;
  catalog: Catalog;
  /**
   * The hosts that can boot the image, forward the elastic IP, apply the firewall, and reach the machines of the VPC.
   */
  wanted: Wanted;
}

/**
 * Reads everything that a launch refers to, at once. 400 for what the catalog does not have, 404 for what the account
 * does not have.
 */
export async function readInputs(context: Context, input: LaunchInput): Promise<LaunchInputs> {
  const needed = await checkUserData(input.user_data);
  const type = findType(input.instance_type_id);
  const { account_id, default_vpc_id } = context.principal;
  const vpcId = input.vpc_id ?? default_vpc_id;
  const { vpc, sshKey, elasticIp, snapshot, catalog } = await readLaunchInputs(account_id, {
    vpc: vpcId,
    'ssh-key': input.ssh_key_id,
    'elastic-ip': input.elastic_ip_id,
    snapshot: isSnapshot(input.image_id) ? input.image_id : undefined,
  });
  const image = checkImage(input.image_id, imagesFor(input.image_id, snapshot, imagesOf(catalog.images)), type);
  if (input.ssh_key_id !== undefined && !sshKey) throw notFound('ssh key', input.ssh_key_id);
  if (!vpc) throw notFound('vpc', vpcId);
  if (input.elastic_ip_id !== undefined && !elasticIp) throw notFound('elastic ip', input.elastic_ip_id);
  if (elasticIp) requireAvailable(elasticIp, 'launch');
  const needs = [...neededByRules(input.firewall_rules ?? []), ...needed];
  const wanted = await hostsFor({ catalog, image, vpc, elasticIp, snapshot, needs });
  return { type, image, sshKey, vpc, elasticIp, snapshot, catalog, wanted };
}

const isSnapshot = (id: string) => id.startsWith('snap-');

/** The available images: those of the catalog and the hosts, or the one image that a snapshot makes. */
function imagesFor(id: string, snapshot: SnapshotRecord | undefined, images: readonly Image[]): readonly Image[] {
  if (!isSnapshot(id)) return images;
  const image = imageOf(id, snapshot, images);
  return image ? [image] : [];
}

/** An instance type of the catalog. 400 where it is unknown or not available. */
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

/**
 * The image with this id. 400 where it is unknown or deprecated, no host can boot it, or it needs more than the type
 * has.
 */
export function checkImage(id: string, images: readonly Image[], type: InstanceType): Image {
  const image = images.find((candidate) => candidate.id === id);
  const hint = '(see GET /compute/images)';
  if (!image) throw new ApiError('validation_failed', `image_id: unknown image ${JSON.stringify(id)} ${hint}`);
  if (image.deprecated) throw new ApiError('validation_failed', `image_id: image ${id} is deprecated ${hint}`);
  if (!image.available) {
    const why = image.unavailable_reason;
    throw new ApiError('validation_failed', `image_id: image ${id} is not available: ${why} ${hint}`);
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
