import { listHosts } from '#lib/domain/compute/hosts/catalog.ts';
import { requireHost } from '#lib/domain/compute/hosts/change.ts';
import type { PlatformImage } from '#lib/model/compute/platform-image.ts';
import { systemImages } from '#lib/model/platform/catalog.ts';
import { getOffer } from '#lib/store/compute/directory.ts';
import { readCopies } from '#lib/store/compute/image-copies.ts';
import { toPlatformImage } from './resource.ts';

/** The copies of the catalog's images on a host, or on every host. 404 for a host that does not exist. */
export async function allCopies(host_id: string | undefined): Promise<PlatformImage[]> {
  const offers =
    host_id === undefined
      ? (await listHosts()).map(({ offer }) => offer)
      : [await getOffer((await requireHost(host_id)).host_id)].filter((offer) => offer !== undefined);
  const pairs = offers.flatMap((offer) => systemImages.map((entry) => ({ offer, entry })));
  const copies = await readCopies(pairs.map(({ offer, entry }) => ({ host_id: offer.host_id, image_id: entry.id })));
  return pairs.map(({ offer, entry }, at) => toPlatformImage(offer, entry, copies[at]));
}
