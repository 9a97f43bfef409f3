import type { Context } from '#lib/domain/platform/context.ts';
import { list } from '#lib/domain/platform/lists.ts';
import { prefetchPage } from '#lib/domain/platform/prefetch-page.ts';
import type { Group } from '#lib/model/identity/group.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { groupOf } from '#lib/store/identity/groups.ts';
import { toGroup } from './resource.ts';

/** Reads the first page ahead. */
export const prefetchGroups = prefetchPage('group');

/** One page of the account's groups. */
export async function listGroups(
  context: Context,
  query: ListQuery,
): Promise<{ groups: Group[]; next_cursor: string }> {
  const { items, next_cursor } = await list(context, 'group', query);
  return { groups: items.map((item) => toGroup(groupOf(item))), next_cursor };
}
