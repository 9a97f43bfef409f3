import type { Scope, Wanted } from '#lib/domain/compute/hosts/search.ts';
import { type Bootable, requireStatus, toImage } from '#lib/domain/compute/images/resource.ts';
import { imageOf } from '#lib/domain/compute/snapshots/image.ts';
import { isOwnImage } from '#lib/model/platform/catalog.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { copyImage, getImage, type ImageRecord } from '#lib/store/compute/images.ts';
import { useImage } from '#lib/store/compute/inputs.ts';
import type { SnapshotRecord } from '#lib/store/compute/snapshots.ts';
import type { Write } from '#lib/store/platform/write.ts';

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

/** An image that a host has to pull before a machine boots; an own one by this reference. */
export interface Pull {
  image_id: string;
  registry?: string;
}

/** Where machines of an own image can be. */
export interface OwnPlaces {
  /** The only host, where no registry has the image. */
  scope: Scope | undefined;
  wanted: Pick<Wanted, 'near' | 'because'>;
  /** What a host has to pull first. One that has the image already answers at once. */
  pull(host: string): Pull | undefined;
  /** Notes that a machine on a host uses the image. */
  use(host: string): Write;
}

/** Where machines of an own image can be: on hosts that have it, and on any other where a registry has it. */
export function placesOf(own: ImageRecord): OwnPlaces {
  const { account_id, id, host_id, copies = [] } = own;
  const hosts = [host_id, ...copies];
  const says = `image ${id} is on host ${host_id}`;
  const registry = pinnedReference(own);
  return {
    scope: registry === undefined ? { hosts: [host_id], says } : undefined,
    wanted: registry === undefined ? { because: says } : { near: hosts },
    pull: (host) => (registry === undefined || host === host_id ? undefined : { image_id: id, registry }),
    use: (host) => (hosts.includes(host) ? useImage(account_id, id) : copyImage(own, host)),
  };
}

/** The reference by which any host gets the same image; undefined for one that no registry has. */
function pinnedReference({ registry, contents }: ImageRecord): string | undefined {
  if (registry === null || contents === null) return undefined;
  return registry.includes('@') ? registry : `${registry}@${contents.digest}`;
}
