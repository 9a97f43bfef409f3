import { type Image, systemImages } from '#lib/model/platform/catalog.ts';
import type { HostEntry } from '#lib/store/compute/hosts.ts';

/** The images of the catalog and of these live hosts, each with whether a host can boot it and why not (contract 5). */
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
