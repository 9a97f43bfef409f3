import { shownImage } from '#lib/domain/compute/images/resource.ts';
import { ownImages } from '#lib/domain/compute/images/show.ts';
import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { ownOrder, pageOf } from '#lib/domain/platform/lists.ts';
import type { Image } from '#lib/model/compute/image.ts';
import { systemImages } from '#lib/model/platform/catalog.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { readCatalog } from '#lib/store/compute/directory.ts';
import { allImages } from '#lib/store/compute/images.ts';
import { allSnapshots } from '#lib/store/compute/snapshots.ts';
import { imagesFrom } from './images.ts';
import { imagesOf } from './offered.ts';

/**
 * One page of the images: those of the catalog and of the live hosts, then the account's own, then its snapshots. Each
 * shows whether a live host can boot it and, if not, why.
 */
export async function listImages(
  context: Context,
  query: ListQuery,
): Promise<{ images: Image[]; next_cursor: string }> {
  const { account_id } = context.principal;
  const isAsked = wanted(query);
  const [catalog, records, snapshots] = await allInOrder([
    readCatalog(),
    isAsked('account') || isAsked('snapshot') ? allImages(account_id) : [],
    isAsked('snapshot') ? allSnapshots(account_id) : [],
  ]);
  const own = records.length > 0 ? await ownImages(records) : [];
  const images = [...imagesOf(catalog.images).map(shownImage), ...own, ...(await imagesFrom(snapshots, own))];
  const { items, next_cursor } = await pageOf(context, 'image', query, images, { place: placeOf });
  return { images: items, next_cursor };
}

/**
 * The position of an image in the list: the catalog in its own order, then the hosts' other images, then the account's
 * own, then its snapshots. Among the catalog's and the hosts', those that a host has already come first.
 */
function placeOf({ id, type, pulled }: Image): string {
  if (type === 'snapshot') return `3 ${id}`;
  if (type === 'account') return `2 ${id}`;
  const at = systemImages.findIndex((image) => image.id === id);
  return `${pulled ? 0 : 1} ${at < 0 ? `~ ${id}` : ownOrder(id, at)}`;
}

const wanted =
  ({ type }: ListQuery) =>
  (one: Image['type']): boolean =>
    type === undefined || String(type).split(',').includes(one);
