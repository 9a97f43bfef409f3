import type { Image } from '#lib/model/platform/catalog.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import type { SnapshotRecord } from '#lib/store/compute/snapshots.ts';
import { requireStatus } from './refusals.ts';

/**
 * A snapshot as an image to launch from: what it was made of, on a disk no smaller than its own. 404 where the account has
 * none of this id, 409 where it is not available; undefined where its own image is no more.
 */
export function imageOf(id: string, snapshot: SnapshotRecord | undefined, images: readonly Image[]): Image | undefined {
  if (!snapshot) throw notFound('snapshot', id);
  requireStatus(snapshot, 'launch', 'available');
  return asImage(snapshot, images);
}

/** The same of any snapshot, whether or not one can launch from it now, and why not; `images` are those of its host. */
export function asImage(snapshot: SnapshotRecord, images: readonly Image[]): Image | undefined {
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
    }
  );
}
