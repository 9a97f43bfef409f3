import type { Bootable } from '#lib/domain/compute/images/resource.ts';
import { architectureOf, leastRam, referenceOf, systemImages } from '#lib/model/platform/catalog.ts';
import type { HostImage } from '#lib/store/compute/directory.ts';

/**
 * The system's images and those that hosts offer. Each shows whether a host can boot it and, if not, why (contract 5).
 */
export function imagesOf(offered: readonly HostImage[]): Bootable[] {
  const known = new Set<string>(systemImages.map(({ id }) => id));
  const extra = offered.filter(
    (image, at) => !known.has(image.id) && offered.findIndex(({ id }) => id === image.id) === at,
  );
  return [...systemImages, ...extra].map((entry) => {
    const offers = offered.filter(({ id }) => id === entry.id);
    const available = offers.some((offer) => offer.available);
    const had = offers.find((offer) => offer.available && offer.pulled !== false);
    const registry = (had ?? offers[0])?.reference ?? (known.has(entry.id) ? referenceOf(entry) : null);
    return {
      id: entry.id,
      name: entry.name,
      distribution: entry.distribution,
      version: entry.version,
      ...contentsOf(had),
      default_user: had?.default_user ?? entry.default_user,
      min_ram: leastRam,
      min_disk: Math.max(1, Math.ceil((had?.contents?.size_bytes ?? 0) / 2 ** 30)),
      available,
      unavailable_reason: available ? null : (offers.find((offer) => offer.reason)?.reason ?? 'no host offers it'),
      pulled: had !== undefined,
      deprecated: false,
      type: 'system',
      source: registry === null ? null : { registry, bucket: null, key: null, snapshot_id: null },
    };
  });
}

/** What is known of the inside of an image that a host has. */
function contentsOf(image: HostImage | undefined) {
  const { digest = null, size_bytes = null, architecture = 'amd64', ...inside } = image?.contents ?? {};
  return { ...inside, digest, size_bytes, architecture: architectureOf(architecture) };
}
