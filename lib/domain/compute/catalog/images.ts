import { isAlive } from '#lib/domain/compute/hosts/catalog.ts';
import { findImage, shownImage } from '#lib/domain/compute/images/resource.ts';
import { ownImages, shownNow } from '#lib/domain/compute/images/show.ts';
import { asImage } from '#lib/domain/compute/snapshots/image.ts';
import { requireAllowed } from '#lib/domain/identity/iam/authorize.ts';
import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import type { Image } from '#lib/model/compute/image.ts';
import { isOwnImage } from '#lib/model/platform/catalog.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { readCatalog, readHosts } from '#lib/store/compute/directory.ts';
import { getImage } from '#lib/store/compute/images.ts';
import { getSnapshot, type SnapshotRecord } from '#lib/store/compute/snapshots.ts';
import { imagesOf } from './offered.ts';

/**
 * One image. 403 without the right to an own one, 404 where the catalog, the live hosts and the account's images and
 * snapshots do not have it.
 */
export async function showImage(context: Context, { id }: { id: string }): Promise<Image> {
  if (isOwnImage(id)) {
    await requireAllowed(context, 'compute:GetImage', `image/${id}`);
    const record = await findImage(context, id);
    return context.show(await shownNow(record), record.version);
  }
  const { principal } = context;
  const [catalog, snapshot] = await allInOrder([
    readCatalog(),
    id.startsWith('snap-') ? getSnapshot(principal.account_id, id) : undefined,
  ]);
  const [image] = snapshot
    ? await imagesFrom([snapshot], await baseOf(snapshot))
    : imagesOf(catalog.images)
        .filter((candidate) => candidate.id === id)
        .map(shownImage);
  if (!image) throw notFound('image', id);
  return image;
}

/**
 * Snapshots as images; `own` are the account's images. The bytes of each are on one host; if that host is silent, no
 * host can boot it.
 */
export async function imagesFrom(snapshots: readonly SnapshotRecord[], own: readonly Image[]): Promise<Image[]> {
  const hosts = await readHosts([...new Set(snapshots.map(({ host_id }) => host_id))]);
  const live = new Map(hosts.filter((host) => isAlive(host)).map((host) => [host.host_id, host.images]));
  return snapshots
    .flatMap((snapshot) => asImage(snapshot, [...imagesOf(live.get(snapshot.host_id) ?? []), ...own]) ?? [])
    .map(shownImage);
}

/** The own image of the machine that a snapshot is of, if it is one. */
async function baseOf({ account_id, image_id }: SnapshotRecord): Promise<Image[]> {
  const record = isOwnImage(image_id) ? await getImage(account_id, image_id) : undefined;
  return record ? ownImages([record]) : [];
}
