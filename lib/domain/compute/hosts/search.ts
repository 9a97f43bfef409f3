import { classes, randomSpot, shards } from '#lib/model/compute/host-places.ts';
import { type Catalog, type HostEntry, type Offer, offersFrom, readHosts } from '#lib/store/compute/directory.ts';
import { isOpenHost } from '#lib/store/compute/hosts.ts';
import { isAlive } from './catalog.ts';

/** The requirements on a host. */
export interface Wanted {
  /** The only possible hosts, if they are known. */
  ids?: readonly string[] | undefined;
  /** The minimum free memory in MiB. */
  ram?: number;
  vcpus?: number;
  /** The hosts that are tried first. */
  near?: readonly string[] | undefined;
  /** Whether a host's offer is suitable. */
  suits: (offer: Offer) => boolean;
  /** Why there is only one possible host, for a refusal where it has no room or does not answer. */
  because?: string | undefined;
}

/** The hosts that a part restricts a machine to, with the words for a refusal. */
export interface Scope {
  hosts: readonly string[];
  says: string;
}

/** The hosts that were found, most free memory first. */
export interface Found {
  /** Live and open hosts that are suitable and have room. */
  hosts: HostEntry[];
  /** All live and open hosts that were seen. Complete enough for a refusal only if `hosts` is empty. */
  live: HostEntry[];
}

/** How many offers a Query reads at first, and before a refusal. */
const sample = 8;
const wideSample = 32;

/**
 * Finds hosts for something new. While there are few hosts, it reads them all. With many hosts, it reads a few offers
 * of each shard from a random point, then the records of two of them, and the others only if neither will do. The freer
 * of two random hosts comes first, so that simultaneous launches do not all choose the same host.
 */
export async function findHosts(catalog: Catalog, wanted: Wanted): Promise<Found> {
  if (wanted.ids) return sorted(await readHosts(wanted.ids), wanted);
  const known = freerOfTwo(shuffled(await readHosts(catalog.hosts ?? [])), wanted);
  if (known) return known;
  const offers = (await sampleOf(catalog, wanted.ram ?? 0)).filter(wanted.suits);
  const [first, second, ...others] = shuffled(offers.map(({ host_id }) => host_id));
  for (const ids of [[first, second], others]) {
    const found = sorted(await readHosts(ids.filter((id) => id !== undefined)), wanted);
    if (found.hosts.length > 0) return found;
  }
  // Classes are as old as the last heartbeats, so the hosts' own records are read before a refusal.
  const all = await Promise.all(shards.map((shard) => offersFrom(shard, { class: 0, spot: '' }, wideSample)));
  return sorted(await readHosts(all.flat().map(({ host_id }) => host_id)), wanted);
}

/** The hosts among the first two, which are random, otherwise among the rest; undefined where none will do. */
const freerOfTwo = (entries: readonly HostEntry[], wanted: Wanted): Found | undefined =>
  [entries.slice(0, 2), entries.slice(2)].map((few) => sorted(few, wanted)).find(({ hosts }) => hosts.length > 0);

function sorted(entries: readonly HostEntry[], { ram = 0, vcpus = 0, suits }: Wanted): Found {
  const live = entries.filter((host) => isAlive(host) && isOpenHost(host));
  live.sort((a, b) => b.free_ram_mib - a.free_ram_mib);
  const hasRoom = (host: HostEntry) => host.free_ram_mib >= ram && host.free_vcpus >= vcpus;
  return { hosts: live.filter((host) => suits(host) && hasRoom(host)), live };
}

/** Offers of each shard in which the catalog has hosts with this much room, or of all shards where it has none. */
async function sampleOf({ classes: counts }: Catalog, ram: number): Promise<Offer[]> {
  const numbers = shards.map((shard) => classes.map((size) => (size < ram ? 0 : (counts[shard]?.[size] ?? 0))));
  const known = shards.filter((shard) => sum(numbers[shard]) > 0);
  const found = (known.length > 0 ? known : shards).map((shard) =>
    offersFrom(shard, beginning(numbers[shard] ?? [], ram), sample),
  );
  return (await Promise.all(found)).flat();
}

/** Where a Query begins: at the needed class if there are few hosts, otherwise at a random point. */
function beginning(numbers: readonly number[], ram: number): { class: number; spot: string } {
  const all = sum(numbers);
  if (all <= sample) return { class: ram, spot: '' };
  const at = Math.floor(Math.random() * all);
  const chosen = classes.find((_, n) => sum(numbers.slice(0, n + 1)) > at) ?? ram;
  return { class: chosen, spot: randomSpot() };
}

const sum = (numbers: readonly number[] = []): number => numbers.reduce((all, one) => all + one, 0);

/** In random order. */
const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
