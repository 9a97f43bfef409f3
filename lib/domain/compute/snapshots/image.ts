import type { Bootable } from '#lib/domain/compute/images/resource.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import type { SnapshotRecord } from '#lib/store/compute/snapshots.ts';
import { requireStatus } from './resource.ts';

/**
 * A snapshot as an image to launch from; the disk must not be smaller than the snapshot's. 404 where the account does
 * not have it, 409 where it is not available; undefined where its base image no longer exists.
 */
export function imageOf(
  id: string,
  snapshot: SnapshotRecord | undefined,
  images: readonly Bootable[],
): Bootable | undefined {
  if (!snapshot) throw notFound('snapshot', id);
  requireStatus(snapshot, 'launch', 'available');
  return asImage(snapshot, images);
}

/**
 * A snapshot in any status as an image, with the reason if it cannot be launched now. `images` are those of its host.
 */
export function asImage(snapshot: SnapshotRecord, images: readonly Bootable[]): Bootable | undefined {
  const base = images.find((image) => image.id === snapshot.image_id);
  const waits = snapshot.status !== 'available';
  return (
    base && {
      ...base,
      id: snapshot.id,
      name: snapshot.name,
      min_disk: snapshot.size_gib,
      size_bytes: snapshot.size_bytes,
      available: base.available && !waits,
      unavailable_reason: waits ? `snapshot ${snapshot.id} is ${snapshot.status}` : base.unavailable_reason,
      type: 'snapshot',
      pulled: base.available && !waits,
    }
  );
}
