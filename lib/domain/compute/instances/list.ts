import type { Context } from '#lib/domain/platform/context.ts';
import { list } from '#lib/domain/platform/lists.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { isGone, toInstance } from './resource.ts';

/** One page of the caller's instances. Terminated ones are left out unless `status` asks for them. */
export async function listInstances(
  context: Context,
  query: ListQuery,
): Promise<{ instances: Instance[]; next_cursor: string }> {
  const hidden: readonly Clause[] = query.status ? [] : [['status', '<>', 'terminated']];
  const { items, next_cursor } = await list<InstanceRecord>(context, 'instance', query, hidden);
  return { instances: items.filter((record) => !isGone(record, context.now)).map(toInstance), next_cursor };
}
