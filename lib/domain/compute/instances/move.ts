import { choosePort } from '#lib/domain/compute/hosts/place.ts';
import { hasRequiredLimits } from '#lib/domain/compute/hosts/required-limits.ts';
import { neededByRules } from '#lib/domain/compute/hosts/scopes.ts';
import { findHosts } from '#lib/domain/compute/hosts/search.ts';
import { isOwnImage, planOf } from '#lib/model/platform/catalog.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type HostEntry, hostsOfScope, type Offer, readCatalog } from '#lib/store/compute/directory.ts';
import { getFirewall } from '#lib/store/compute/firewalls.ts';
import { getHost, type HostRecord, isOpenHost, releaseHost, reserveHost } from '#lib/store/compute/hosts.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { noteMoved } from '#lib/store/compute/moved-machines.ts';
import { getVpc, moveVpc, type VpcRecord } from '#lib/store/compute/vpcs.ts';
import type { Write } from '#lib/store/platform/write.ts';

/*
 * A stopped instance whose disk several hosts reach starts on another of them if its own host takes nothing new
 * (contract 4.13). Only one host at a time has its disk: the previous one is draining and has stopped it, or operators
 * have fenced or removed it, and know that nothing runs there. A host that is only silent or lost keeps the instance.
 */

/** The changes and writes of a start on another host. */
export interface Move {
  change: Partial<InstanceRecord>;
  writes: Write[];
}

/**
 * The move of an instance that is starting; undefined where it starts on its own host. 409 where it can start on
 * neither.
 */
export async function moveOf(record: InstanceRecord, attempt: number): Promise<Move | undefined> {
  const { shared_disk, host_id, placed } = record;
  if (!shared_disk || !placed) return undefined;
  const [host, vpc] = await Promise.all([getHost(host_id), getVpc(record.account_id, record.vpc_id)]);
  const why = whyMove(record, host, vpc);
  if (!host || why === undefined) return undefined;
  const target = hindrance(record, vpc) ?? (await freeHost(record, vpc));
  if ('host_id' in target) return moveTo(record, { host, target, vpc, port: await choosePort(target, attempt) });
  // It stays on its host if it can, like a machine whose disk no other host has.
  if (why === 'drains') return undefined;
  throw target;
}

/** Why an instance starts elsewhere: its host takes nothing new, or its VPC has moved without it. */
function whyMove(
  { returned, lost, host_id, status }: InstanceRecord,
  host: HostRecord | undefined,
  vpc: VpcRecord | undefined,
): 'gone' | 'drains' | 'vpc' | undefined {
  if (host?.state === 'fenced' || host?.state === 'removed') return 'gone';
  // An instance in error may still be running where it is.
  if (lost || !host || status !== 'stopped') return undefined;
  if (returned && vpc?.host_id !== undefined && vpc.host_id !== host_id) return 'vpc';
  return isOpenHost(host) ? undefined : 'drains';
}

/** What besides its disk binds an instance to its host, as a refusal. */
function hindrance(record: InstanceRecord, vpc: VpcRecord | undefined) {
  const { id, host_id, volume_ids, elastic_ip } = record;
  const image = record.base_image_id ?? record.image_id;
  if (isOwnImage(image))
    return new ApiError('wrong_state', `instance ${id} is of image ${image}, which is on host ${host_id}`);
  const stays = (what: string) =>
    new ApiError('wrong_state', `instance ${id} has ${what} on host ${host_id}; it starts elsewhere without`);
  if (volume_ids.length > 0) return stays(`volume ${volume_ids[0]}`);
  if (elastic_ip) return stays(`elastic ip ${elastic_ip.id}`);
  if (vpc?.host_id === host_id && !isAlone(vpc)) return stays(`others of vpc ${vpc.id}`);
  return undefined;
}

const isAlone = ({ instance_count, load_balancer_count = 0 }: VpcRecord) =>
  instance_count === 1 && load_balancer_count === 0;

/** A host of the same disks with room, or the 409 where there is none. */
async function freeHost(record: InstanceRecord, vpc: VpcRecord | undefined): Promise<HostEntry | ApiError> {
  const { shared_disk, host_id, account_id, id } = record;
  const { ram, cpu } = planOf(record);
  const [catalog, firewall] = await Promise.all([readCatalog(), getFirewall(account_id, id)]);
  const near = (await hostsOfScope(shared_disk?.scope ?? '')).filter((other) => other !== host_id);
  const pinned = vpc?.host_id === host_id ? undefined : vpc?.host_id;
  const ids = pinned === undefined ? near : near.filter((other) => other === pinned);
  const needs = neededByRules(firewall?.rules ?? []);
  const suits = (offer: Offer) =>
    offer.disk_scope === shared_disk?.scope &&
    offer.driver === shared_disk.driver &&
    offer.images.some(
      ({ id, available, pulled }) => available && pulled !== false && id === (record.base_image_id ?? record.image_id),
    ) &&
    hasRequiredLimits(offer) &&
    needs.every((word) => offer.capabilities.includes(word));
  const { hosts } = await findHosts(catalog, { ids, suits, ram, vcpus: cpu });
  return hosts[0] ?? noRoom(record);
}

const noRoom = ({ id, shared_disk }: InstanceRecord) =>
  new ApiError(
    'capacity_exhausted',
    `no other host of disk_scope ${shared_disk?.scope} can run instance ${id} right now`,
    {
      retryAfter: 30,
    },
  );

function moveTo(
  record: InstanceRecord,
  { host, target, vpc, port }: { host: HostRecord; target: HostEntry; vpc: VpcRecord | undefined; port: number },
): Move {
  const { account_id, id, host_id, ssh_port, vpc_id } = record;
  const { ram, cpu } = planOf(record);
  const need = { ram_mib: ram, vcpus: cpu };
  return {
    change: { host_id: target.host_id, ssh_port: port, public_ip: target.public_ip },
    writes: [
      // Fails if the fence has been lifted meanwhile.
      ...releaseHost(host_id, ssh_port, need, id, host),
      ...reserveHost(target.host_id, port, need, { account_id, instance_id: id }),
      moveVpc(account_id, vpc_id, { from: vpc?.host_id, to: target.host_id }),
      ...noteMoved(id, { from: host_id, to: target.host_id }),
    ],
  };
}
