import type { PublicContext } from '#lib/domain/platform/context.ts';
import { type InstanceType, instanceTypeById, instanceTypes } from '#lib/model/platform/catalog.ts';
import { notFound } from '#lib/model/platform/errors.ts';

/** The instance types of the catalog, filtered by availability. */
export function listInstanceTypes(
  _: PublicContext,
  { available }: { available?: boolean | undefined },
): { instance_types: InstanceType[]; next_cursor: '' } {
  const selected = instanceTypes.filter((type) => available === undefined || type.available === available);
  return { instance_types: selected, next_cursor: '' };
}

/** One instance type. 404 where the catalog does not have it. */
export function showInstanceType(_: PublicContext, { id }: { id: string }): InstanceType {
  const type = instanceTypeById.get(id);
  if (!type) throw notFound('instance type', id);
  return type;
}
