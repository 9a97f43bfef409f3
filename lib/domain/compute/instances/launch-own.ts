import { type Bootable, requireStatus, toImage } from '#lib/domain/compute/images/resource.ts';
import { imageOf } from '#lib/domain/compute/snapshots/image.ts';
import { isOwnImage } from '#lib/model/platform/catalog.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { getImage, type ImageRecord } from '#lib/store/compute/images.ts';
import type { SnapshotRecord } from '#lib/store/compute/snapshots.ts';

/** What an image id names of an account's own. */
export interface Found {
  snapshot: SnapshotRecord | undefined;
  own: ImageRecord | undefined;
}

/**
 * The account's own image or snapshot with this id, to launch from. 404 where the account does not have it, 409 where
 * it is not available; empty where the image of a snapshot is gone.
 */
export async function imagesOfAccount(
  id: string,
  { snapshot, own }: Found,
  images: readonly Bootable[],
): Promise<Bootable[]> {
  if (isOwnImage(id)) return [ownImage(id, own)];
  const base =
    snapshot && isOwnImage(snapshot.image_id) ? await getImage(snapshot.account_id, snapshot.image_id) : undefined;
  const image = imageOf(id, snapshot, base ? [...images, toImage(base, true)] : images);
  return image ? [image] : [];
}

function ownImage(id: string, record: ImageRecord | undefined): Bootable {
  if (!record) throw notFound('image', id);
  requireStatus(record, 'launch', 'available');
  return toImage(record, true);
}
