import { liveHosts } from '#lib/domain/compute/hosts/place.ts';
import { asImage } from '#lib/domain/compute/snapshots/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { together } from '#lib/domain/platform/together.ts';
import { type Image, systemImages } from '#lib/model/platform/catalog.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { type HostEntry, readDirectory } from '#lib/store/compute/hosts.ts';
import { getSnapshot, type SnapshotRecord } from '#lib/store/compute/snapshots.ts';

/**
 * The images of the catalog and of these live hosts. Each says whether a host can boot it and, if not, why (contract
 * 5).
 */
export function imagesOf(hosts: readonly HostEntry[]): Image[] {
  const offered = hosts.flatMap((host) => host.images);
  const known = new Set<string>(systemImages.map(({ id }) => id));
  const extra = offered.filter(
    (image, at) => !known.has(image.id) && offered.findIndex(({ id }) => id === image.id) === at,
  );
  return [...systemImages, ...extra].map((entry) => {
    const offers = offered.filter(({ id }) => id === entry.id);
    const available = offers.some((offer) => offer.available);
    return {
      id: entry.id,
      name: entry.name,
      distribution: entry.distribution,
      version: entry.version,
      architecture: 'x86_64',
      default_user: entry.default_user,
      min_ram: 512,
      min_disk: 1,
      size_bytes: null,
      available,
      unavailable_reason: available ? null : (offers.find((offer) => offer.reason)?.reason ?? 'no host offers it'),
      deprecated: false,
      type: 'system',
    };
  });
}

/** One image. 404 where the catalog, the live hosts and the account's snapshots do not have it. */
export async function showImage({ principal }: Context, { id }: { id: string }): Promise<Image> {
  const [directory, snapshot] = await together([
    readDirectory(),
    id.startsWith('snap-') ? getSnapshot(principal.account_id, id) : undefined,
  ]);
  const hosts = liveHosts(directory);
  const image = snapshot ? imageFrom(snapshot, hosts) : imagesOf(hosts).find((candidate) => candidate.id === id);
  if (!image) throw notFound('image', id);
  return image;
}

/** A snapshot as an image. Its bytes are on one host, and only that host can boot it. */
export const imageFrom = (snapshot: SnapshotRecord, hosts: readonly HostEntry[]) =>
  asImage(snapshot, imagesOf(hosts.filter((host) => host.host_id === snapshot.host_id)));
