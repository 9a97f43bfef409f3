import type { Bootable } from '#lib/domain/compute/images/resource.ts';
import { leastRam, systemImages } from '#lib/model/platform/catalog.ts';
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
    return {
      id: entry.id,
      name: entry.name,
      distribution: entry.distribution,
      version: entry.version,
      architecture: 'x86_64',
      default_user: entry.default_user,
      min_ram: leastRam,
      min_disk: 1,
      size_bytes: null,
      available,
      unavailable_reason: available ? null : (offers.find((offer) => offer.reason)?.reason ?? 'no host offers it'),
      pulled: offers.some((offer) => offer.available && offer.pulled !== false),
      deprecated: false,
      type: 'system',
    };
  });
}
