import { realNow } from '#lib/drivers/clocks/real.ts';
import { silentAfterMs } from '#lib/model/compute/host-call.ts';
import { classOf, placeOf, shards } from '#lib/model/compute/host-places.ts';
import { setting } from '#lib/model/platform/settings.ts';
import {
  type Beat,
  type Catalog,
  catalogOf,
  type HostEntry,
  type HostImage,
  type ListedOffer,
  type Offer,
  offersOf,
  readBeats,
  readCatalog,
  readHosts,
  storeCatalog,
} from '#lib/store/compute/directory.ts';
import { isOpenHost } from '#lib/store/compute/hosts.ts';

/**
 * Up to this number of hosts the whole catalog is rebuilt when one starts. Above it, a start only adds its own host.
 */
const few = 32;

/** Up to this number of hosts the catalog names them. */
const named = 8;

/** A host of the directory with its heartbeat. */
export interface Listed {
  offer: ListedOffer;
  beat: Beat | undefined;
}

/** Every host of the directory. */
export async function listHosts(): Promise<Listed[]> {
  const offers: ListedOffer[] = [];
  for (const list of await Promise.all(shards.map(offersOf))) offers.push(...list);
  const beats = await readBeats(offers.map(({ host_id }) => host_id));
  return offers.map((offer, at) => ({ offer, beat: beats[at] }));
}

/** Whether a host has recently sent a heartbeat. */
export const isAlive = ({ seen_at, left }: Pick<Beat, 'seen_at' | 'left'>, now = realNow().getTime()): boolean =>
  seen_at > now - silentAfterMs && !left;

/** Makes the catalog of those hosts that are alive and, on a laptop, belong to this start of the platform. */
export async function makeCatalog(hosts: readonly Listed[]): Promise<void> {
  const run = setting('SVC_RUN');
  const now = realNow().getTime();
  const live = hosts.filter(({ beat }) => beat !== undefined && beat.run === run && isAlive(beat, now));
  const placed = live.map(({ offer }) => ({ ...offer, free_ram_mib: offer.class }));
  await storeCatalog(placed.reduce(withHost, { ...catalogOf(undefined), made_at: now, run }));
}

/** Adds a host that has started to the catalog, without waiting for the next minute. */
export async function noteInCatalog(host: string): Promise<void> {
  const known = await readCatalog();
  if (known.alive <= few || known.run !== setting('SVC_RUN')) return makeCatalog(await listHosts());
  const [entry] = await readHosts([host]);
  if (entry && isOpenHost(entry)) await storeCatalog(withHost(known, entry));
}

function withHost(catalog: Catalog, host: Pick<HostEntry, 'free_ram_mib'> & Offer): Catalog {
  const { shard } = placeOf(host.host_id);
  const inShard = catalog.classes[shard] ?? {};
  const size = classOf(host.free_ram_mib);
  return {
    ...catalog,
    alive: catalog.alive + 1,
    drivers: [...new Set([...catalog.drivers, host.driver])].sort(),
    capabilities: sharedBy(catalog, host),
    images: [...merged([...catalog.images, ...host.images]).values()],
    classes: { ...catalog.classes, [shard]: { ...inShard, [size]: (inShard[size] ?? 0) + 1 } },
    hosts: catalog.alive < named ? catalog.hosts?.concat(host.host_id) : undefined,
  };
}

/** Placement picks the host, so a capability counts only if all hosts have it. */
const sharedBy = ({ alive, capabilities }: Catalog, host: Offer): string[] =>
  alive === 0 ? [...host.capabilities].sort() : capabilities.filter((word) => host.capabilities.includes(word));

/** Of several offers of an image, one that a host has if there is one, or else one that can be booted. */
function merged(images: readonly HostImage[]): Map<string, HostImage> {
  const found = new Map<string, HostImage>();
  for (const image of images) {
    const known = found.get(image.id);
    if (!known || rankOf(known) < rankOf(image)) found.set(image.id, image);
  }
  return found;
}

const rankOf = ({ available, pulled }: HostImage): number => (available ? (pulled === false ? 1 : 2) : 0);
