import type { Context } from '#lib/domain/platform/context.ts';
import { list } from '#lib/domain/platform/lists.ts';
import { prefetchPage } from '#lib/domain/platform/prefetch-page.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { isGone, toInstance } from './resource.ts';

const living: readonly Clause<InstanceRecord>[] = [['status', '<>', 'terminated']];

/** Reads the first page of instances ahead. */
export const prefetchInstances = prefetchPage('instance', living);

/** One page of the caller's instances. Terminated ones are left out unless `status` asks for them. */
export async function listInstances(
  context: Context,
  query: ListQuery,
): Promise<{ instances: Instance[]; next_cursor: string }> {
  const hidden = query.status ? [] : living;
  const { items, next_cursor } = await list(context, 'instance', query, hidden);
  return { instances: items.filter((record) => !isGone(record, context.now)).map(toInstance), next_cursor };
}
