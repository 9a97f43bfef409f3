import type { Context } from '#lib/domain/platform/context.ts';
import { list } from '#lib/domain/platform/lists.ts';
import { prefetchPage } from '#lib/domain/platform/prefetch-page.ts';
import type { Volume } from '#lib/model/compute/volume.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { toVolume } from './resource.ts';

/** Reads the first page ahead. */
export const prefetchVolumes = prefetchPage('volume');

/** One page of the caller's volumes. */
export async function listVolumes(
  context: Context,
  query: ListQuery,
): Promise<{ volumes: Volume[]; next_cursor: string }> {
  const { items, next_cursor } = await list(context, 'volume', query);
  return { volumes: items.map(toVolume), next_cursor };
}
