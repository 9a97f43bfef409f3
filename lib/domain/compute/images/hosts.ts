import type { ImageRecord } from '#lib/store/compute/images.ts';

/** The hosts that have an image. */
export const hostsWith = ({ host_id, copies = [] }: ImageRecord): string[] => [host_id, ...copies];

/** The reference by which any host gets the same image; undefined for one that no registry has. */
export function pinnedReference({ registry, contents }: ImageRecord): string | undefined {
  if (registry === null || contents === null) return undefined;
  return registry.includes('@') ? registry : `${registry}@${contents.digest}`;
}
