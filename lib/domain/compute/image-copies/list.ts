import { listHosts } from '#lib/domain/compute/hosts/catalog.ts';
import { requireHost } from '#lib/domain/compute/hosts/change.ts';
import type { PlatformImage } from '#lib/model/compute/platform-image.ts';
import { systemImages } from '#lib/model/platform/catalog.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { getOffer } from '#lib/store/compute/directory.ts';
import { readCopies } from '#lib/store/compute/image-copies.ts';
import { toPlatformImage } from './resource.ts';

/** Up to this number of hosts none need be named. */
const few = 32;

/**
 * The copies of the catalog's images on a host, or on every host of a few. 404 for a host that does not exist, 400
 * where there are many and none is named.
 */
export async function allCopies(host_id: string | undefined): Promise<PlatformImage[]> {
  const offers =
    host_id === undefined
      ? (await listHosts()).map(({ offer }) => offer)
      : [await getOffer((await requireHost(host_id)).host_id)].filter((offer) => offer !== undefined);
  if (offers.length > few)
    throw new ApiError('validation_failed', `host_id: is required, as there are ${offers.length} hosts`);
  const pairs = offers.flatMap((offer) => systemImages.map((entry) => ({ offer, entry })));
  const copies = await readCopies(pairs.map(({ offer, entry }) => ({ host_id: offer.host_id, image_id: entry.id })));
  return pairs.map(({ offer, entry }, at) => toPlatformImage(offer, entry, copies[at]));
}
