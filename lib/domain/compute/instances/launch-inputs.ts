import { imagesOf } from '#lib/domain/compute/catalog/offered.ts';
import { requireAvailable } from '#lib/domain/compute/elastic-ips/resource.ts';
import { hostsFor, neededByRules } from '#lib/domain/compute/hosts/scopes.ts';
import type { Wanted } from '#lib/domain/compute/hosts/search.ts';
import type { Bootable } from '#lib/domain/compute/images/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import type { RuleInput } from '#lib/model/compute/firewall.ts';
import { type InstanceType, instanceTypeById, isOwnImage } from '#lib/model/platform/catalog.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import type { Catalog } from '#lib/store/compute/directory.ts';
import type { ElasticIpRecord } from '#lib/store/compute/elastic-ips.ts';
import { readLaunchInputs } from '#lib/store/compute/inputs.ts';
import type { SnapshotRecord } from '#lib/store/compute/snapshots.ts';
import type { SshKeyRecord } from '#lib/store/compute/ssh-keys.ts';
import type { VpcRecord } from '#lib/store/compute/vpcs.ts';
import type { Found, OwnPlaces } from './launch-own.ts';
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
  /** Whether it runs the entrypoint of its image. */
  run_entrypoint?: boolean | undefined;
  ttl_hours?: number | undefined;
  /** The auto scaling group that launches the instance as a member. */
  asg_id?: string | undefined;
}

export interface LaunchInputs {
  type: InstanceType;
  image: Bootable;
  sshKey: SshKeyRecord | undefined;
  vpc: VpcRecord;
  elasticIp: ElasticIpRecord | undefined;
  /** The account's snapshot that `image_id` names, if it names one. */
  snapshot: SnapshotRecord | undefined;
  /** Where the account's own image can be, if `image_id` names one. */
  places: OwnPlaces | undefined;
  /** The account's own image that it is of: the one that `image_id` names, or that of its snapshot. */
  ownImageId: string | undefined;
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
  const {
    vpc,
    sshKey,
    elasticIp,
    snapshot,
    image: own,
    catalog,
  } = await readLaunchInputs(account_id, {
    vpc: vpcId,
    'ssh-key': input.ssh_key_id,
    'elastic-ip': input.elastic_ip_id,
    snapshot: isSnapshot(input.image_id) ? input.image_id : undefined,
    image: isOwnImage(input.image_id) ? input.image_id : undefined,
  });
  const image = checkImage(input.image_id, await imagesFor(input.image_id, { snapshot, own, catalog }), type);
  checkProgram(image, input, needed);
  if (input.ssh_key_id !== undefined && !sshKey) throw notFound('ssh key', input.ssh_key_id);
  if (!vpc) throw notFound('vpc', vpcId);
  if (input.elastic_ip_id !== undefined && !elasticIp) throw notFound('elastic ip', input.elastic_ip_id);
  if (elasticIp) requireAvailable(elasticIp, 'launch');
  const places = own && (await import('./launch-own.ts')).placesOf(own);
  const needs = [...neededByRules(input.firewall_rules ?? []), ...needed];
  const wanted = await hostsFor({ catalog, image, vpc, elasticIp, snapshot, places, needs });
  const ownImageId = [own?.id, snapshot?.image_id].find((id) => id !== undefined && isOwnImage(id));
  return { type, image, sshKey, vpc, elasticIp, snapshot, places, ownImageId, catalog, wanted };
}

const isSnapshot = (id: string) => id.startsWith('snap-');

/**
 * 400 for an image that names no program to run, and for one without a shell that would have nothing to run, or user
 * data to run. A snapshot of a machine without a shell has the program on its disk.
 */
function checkProgram(
  { id, entrypoint = [], cmd = [], shell, type }: Bootable,
  { run_entrypoint, user_data }: LaunchInput,
  needed: readonly string[],
): void {
  const refuse = (text: string) => new ApiError('validation_failed', text);
  if (run_entrypoint && entrypoint.length + cmd.length === 0)
    throw refuse(`run_entrypoint: image ${id} has no entrypoint`);
  if (shell !== false) return;
  if (!run_entrypoint && type !== 'snapshot')
    throw refuse(`image_id: image ${id} has no /bin/sh: it needs run_entrypoint`);
  if (needed.length > 0 || user_data?.startsWith('#!'))
    throw refuse(`user_data: image ${id} has no /bin/sh, so it cannot run a script`);
}

/** The available images: those of the catalog and the hosts, or the one that is the account's own or its snapshot. */
async function imagesFor(id: string, found: Found & Pick<LaunchInputs, 'catalog'>): Promise<readonly Bootable[]> {
  const images = imagesOf(found.catalog.images);
  if (!isOwnImage(id) && !isSnapshot(id)) return images;
  // Loaded only here: most launches are of the catalog's.
  const { imagesOfAccount } = await import('./launch-own.ts');
  return imagesOfAccount(id, found, images);
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
export function checkImage(id: string, images: readonly Bootable[], type: InstanceType): Bootable {
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

function checkFit(image: Bootable, type: InstanceType): void {
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
