import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { blocksOf } from '#lib/model/compute/address-blocks.ts';
import type { Stored } from '#lib/store/entity.ts';
import { hostsIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { documents, tableName } from '#lib/store/platform/client.ts';
import { eachOf, get, manyOf, query, queryAll } from '#lib/store/platform/read.ts';
import { put, remove, transact, unlessStale, update, type Write } from '#lib/store/platform/write.ts';
import { changeBlocks, hasBlocks } from './address-blocks.ts';
import type { beat, catalog, hostImage, listedOffer, offer, place } from './directory.entity.ts';
import type { HostRecord } from './hosts.ts';

/*
 * The directory of hosts. Each host has an OFFER and a BEAT item, so that no item and no call grows with their number.
 */

/** An image on a host; `reason` says why the host cannot boot it. */
export type HostImage = Stored<typeof hostImage>;

/** What a host offers to placement. It is written only when it changes. */
export type Offer = Stored<typeof offer>;

/** A host's last heartbeat. */
export type Beat = Stored<typeof beat>;

/** A host as placement sees it: its offer, its last heartbeat, its free room and its state. */
export interface HostEntry
  extends Offer,
    Pick<Beat, 'seen_at' | 'run' | 'left'>,
    Pick<HostRecord, 'free_ram_mib' | 'free_vcpus' | 'state' | 'lost'> {}

/** Stores a heartbeat in one plain write, which also clears the mark that the host was silent. */
export async function storeBeat(beat: Beat): Promise<void> {
  const Item = { ...keys.hostBeat(beat.host_id), ...beat };
  await documents().send(new PutCommand({ TableName: tableName(), Item }));
}

export const getBeat = (host: string) => get(keys.hostBeat(host));

/** Records since when a host has been silent. Does nothing where it has sent a heartbeat since it was read. */
export const noteSilence = async ({ host_id, seen_at }: Beat, silent_at: number): Promise<boolean> =>
  unlessStale(transact([update(keys.hostBeat(host_id), { set: { silent_at } }, [['seen_at', '=', seen_at]])]));

/** Records that a host will send nothing more until it starts again. */
export const noteGone = async (host: string): Promise<boolean> =>
  unlessStale(transact([update(keys.hostBeat(host), { set: { left: true } }, [['pk', 'exists']])]));

export const getOffer = (host: string) => get(keys.hostOffer(host));

/** The position of an offer in the index: its shard and, within its class, a random spot. */
type Place = Stored<typeof place>;

/**
 * Stores what a host offers, and records on the host that this is stored. Releases the host's blocks that it no longer
 * offers. Stale where its blocks are no longer `claimed`.
 */
export async function storeOffer(
  offer: Offer,
  { shard, class: size, spot }: Place,
  hash: string,
  claimed?: readonly string[],
): Promise<void> {
  const { host_id, address_pool, disk_scope } = offer;
  const release = claimed?.filter((block) => !blocksOf(offer).includes(block)) ?? [];
  const index = { gsi1pk: hostsIndex(shard), gsi1sk: `${classKey(size)}#${spot}#${host_id}` };
  const writes = [
    put({ ...keys.hostOffer(host_id), ...offer, ...index, shard, class: size, ...(claimed && { is_claimed: true }) }),
    update(
      keys.host(host_id),
      { set: { offer_hash: hash, class: size, ...(claimed && { claimed: blocksOf(offer) }) }, remove: ['refused'] },
      claimed ? [hasBlocks(claimed)] : [],
    ),
    ...changeBlocks({ has: claimed ?? [], release }),
    ...release.map((block) => remove(keys.poolHost(block, host_id))),
    ...(address_pool === null ? [] : [put({ ...keys.poolHost(address_pool, host_id), host_id })]),
    ...(disk_scope === host_id ? [] : [put({ ...keys.scopeHost(disk_scope, host_id), host_id })]),
  ];
  await transact(writes);
}

/** Moves a host's offer to the class that fits its current free room. */
export const reclass = (host: string, size: number, spot: string): Promise<void> =>
  transact([
    update(keys.hostOffer(host), { set: { gsi1sk: `${classKey(size)}#${spot}#${host}`, class: size } }, [
      ['pk', 'exists'],
    ]),
    update(keys.host(host), { set: { class: size } }),
  ]);

/** Removes a host from the directory. */
export const removeOffer = ({ host_id, address_pool, disk_scope }: Offer): Write[] => [
  remove(keys.hostOffer(host_id)),
  remove(keys.hostBeat(host_id)),
  ...(address_pool === null ? [] : [remove(keys.poolHost(address_pool, host_id))]),
  ...(disk_scope === host_id ? [] : [remove(keys.scopeHost(disk_scope, host_id))]),
];

const classDigits = 7;
const classKey = (size: number): string => String(size).padStart(classDigits, '0');

/** Offers of a shard, starting at a point of the index: a class and a random spot within it. */
export async function offersFrom(
  shard: number,
  from: { class: number; spot: string },
  limit: number,
): Promise<Offer[]> {
  const least = `${classKey(from.class)}#${from.spot}`;
  const { items } = await query({ pk: hostsIndex(shard), index: 'gsi1', between: [least, '~'], limit });
  return items;
}

/** Every offer of a shard, with its position. */
export const offersOf = (shard: number): Promise<ListedOffer[]> => queryAll({ pk: hostsIndex(shard), index: 'gsi1' });

export type ListedOffer = Stored<typeof listedOffer>;

/** These hosts as placement sees them, in reads of 33 hosts each. Hosts that offer nothing are left out. */
export async function readHosts(ids: readonly string[]): Promise<HostEntry[]> {
  const found: HostEntry[] = [];
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = ids.slice(at, at + atOnce);
    const each = await eachOf(some.map((id) => [keys.hostOffer(id), keys.host(id), keys.hostBeat(id)] as const));
    found.push(...each.flatMap(entryOf));
  }
  return found;
}

const atOnce = 33;

function entryOf([offer, host, beat]: [
  offer: Offer | undefined,
  host: HostRecord | undefined,
  beat: Beat | undefined,
]): HostEntry[] {
  if (!offer) return [];
  const { free_ram_mib = 0, free_vcpus = 0, state, lost }: Partial<HostRecord> = host ?? {};
  const { seen_at = 0, run, left }: Partial<Beat> = beat ?? {};
  return [{ ...offer, free_ram_mib, free_vcpus, state, lost, seen_at, run, left }];
}

/** The heartbeats of these hosts, in the given order. */
export async function readBeats(ids: readonly string[]): Promise<(Beat | undefined)[]> {
  return manyOf(ids.map(keys.hostBeat));
}

/** The hosts that offer a pool of public addresses. */
export const hostsOfPool = async (pool: string): Promise<string[]> => {
  const { pk, sk } = keys.poolHost(pool, '');
  return (await queryAll({ pk, begins: sk })).map(({ host_id }) => host_id);
};

/** The hosts that offer, or have offered, shared disks of this name. */
export const hostsOfScope = async (scope: string): Promise<string[]> => {
  const { pk, sk } = keys.scopeHost(scope, '');
  return (await queryAll({ pk, begins: sk })).map(({ host_id }) => host_id);
};

/** What all hosts offer together, as of the last minute. */
export type Catalog = Stored<typeof catalog>;

/** The catalog that a batch read returned; an empty one where there is none. */
export const catalogOf = (item: Catalog | undefined): Catalog =>
  item ?? {
    made_at: 0,
    alive: 0,
    drivers: [],
    capabilities: [],
    images: [],
    classes: {},
    hosts: [],
  };

export const readCatalog = async (): Promise<Catalog> => catalogOf(await get(keys.catalog()));

/** Replaces the catalog, unless a newer one is stored. */
export const storeCatalog = (catalog: Catalog): Promise<boolean> =>
  unlessStale(
    transact([
      put({ ...keys.catalog(), ...catalog }, [{ any: [[['pk', 'absent']], [['made_at', '<=', catalog.made_at]]] }]),
    ]),
  );
