import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { ownOrder, pageOf } from '#lib/domain/platform/lists.ts';
import { type Image, systemImages } from '#lib/model/platform/catalog.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { readCatalog } from '#lib/store/compute/directory.ts';
import { allSnapshots } from '#lib/store/compute/snapshots.ts';
import { imagesFrom, imagesOf } from './images.ts';

/**
 * One page of the images: those of the catalog and of the live hosts, then the account's snapshots. Each shows whether
 * a live host can boot it and, if not, why.
 */
export async function listImages(
  context: Context,
  query: ListQuery,
): Promise<{ images: Image[]; next_cursor: string }> {
  const { account_id } = context.principal;
  const [catalog, snapshots] = await allInOrder([readCatalog(), wantsSnapshots(query) ? allSnapshots(account_id) : []]);
  const images = [...imagesOf(catalog.images), ...(await imagesFrom(snapshots))];
  const { items, next_cursor } = await pageOf(context, 'image', query, images, { place: placeOf });
  return { images: items, next_cursor };
}

/**
 * The position of an image in the list: the catalog in its own order, then the hosts' other images, then the account's
 * snapshots.
 */
function placeOf({ id, type }: Image): string {
  if (type === 'snapshot') return `2 ${id}`;
  const at = systemImages.findIndex((image) => image.id === id);
  return at < 0 ? `1 ${id}` : `0 ${ownOrder(id, at)}`;
}

const wantsSnapshots = ({ type }: ListQuery): boolean =>
  type === undefined || String(type).split(',').includes('snapshot');
