import type { PublicContext } from '#lib/domain/platform/context.ts';
import { ownOrder, pageOf } from '#lib/domain/platform/lists.ts';
import { type InstanceType, instanceTypeById, instanceTypes } from '#lib/model/platform/catalog.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';

/** One page of the instance types of the catalog. */
export async function listInstanceTypes(
  context: PublicContext,
  query: ListQuery,
): Promise<{ instance_types: InstanceType[]; next_cursor: string }> {
  const { items, next_cursor } = await pageOf(context, 'instance-type', query, instanceTypes, { place: ownOrder });
  return { instance_types: items, next_cursor };
}

/** One instance type. 404 where the catalog does not have it. */
export function showInstanceType(_: PublicContext, { id }: { id: string }): InstanceType {
  const type = instanceTypeById.get(id);
  if (!type) throw notFound('instance type', id);
  return type;
}
