import { isAlive } from '#lib/domain/compute/hosts/catalog.ts';
import { asImage } from '#lib/domain/compute/snapshots/resource.ts';
import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { type Image, systemImages } from '#lib/model/platform/catalog.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { type HostImage, readCatalog, readHosts } from '#lib/store/compute/directory.ts';
import { getSnapshot, type SnapshotRecord } from '#lib/store/compute/snapshots.ts';

/**
 * The system's images and those that hosts offer. Each shows whether a host can boot it and, if not, why (contract 5).
 */
export function imagesOf(offered: readonly HostImage[]): Image[] {
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
  const [catalog, snapshot] = await allInOrder([
    readCatalog(),
    id.startsWith('snap-') ? getSnapshot(principal.account_id, id) : undefined,
  ]);
  const [image] = snapshot
    ? await imagesFrom([snapshot])
    : imagesOf(catalog.images).filter((candidate) => candidate.id === id);
  if (!image) throw notFound('image', id);
  return image;
}

/** Snapshots as images. The bytes of each are on one host; if that host is silent, no host can boot it. */
export async function imagesFrom(snapshots: readonly SnapshotRecord[]): Promise<Image[]> {
  const hosts = await readHosts([...new Set(snapshots.map(({ host_id }) => host_id))]);
  const live = new Map(hosts.filter((host) => isAlive(host)).map((host) => [host.host_id, host.images]));
  return snapshots.flatMap((snapshot) => asImage(snapshot, imagesOf(live.get(snapshot.host_id) ?? [])) ?? []);
}
