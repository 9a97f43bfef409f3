import type { PublicContext } from '#lib/domain/platform/context.ts';
import { type InstanceType, instanceTypeById, instanceTypes } from '#lib/model/platform/catalog.ts';
import { notFound } from '#lib/model/platform/errors.ts';

/** The launchable catalog, or those of it that are, or are not, to be had. */
export function listInstanceTypes(
  _: PublicContext,
  { available }: { available?: boolean | undefined },
): { instance_types: InstanceType[]; next_cursor: '' } {
  const wanted = instanceTypes.filter((type) => available === undefined || type.available === available);
  return { instance_types: wanted, next_cursor: '' };
}

/** One entry of the catalog; 404 where it has none of this id. */
export function showInstanceType(_: PublicContext, { id }: { id: string }): InstanceType {
  const type = instanceTypeById.get(id);
  if (!type) throw notFound('instance type', id);
  return type;
}
