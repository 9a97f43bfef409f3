import { type InstanceType, instanceTypeById, instanceTypes } from '#lib/model/platform/catalog.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';

interface Range {
  min_instance_type_id: string;
  max_instance_type_id: string;
}

const familyOf = (type: InstanceType): InstanceType[] => instanceTypes.filter(({ family }) => family === type.family);

/**
 * The types of a range, smallest first. 400 for an unknown type, for types of two families, and where the first is
 * larger than the last.
 */
export function typesOf({ min_instance_type_id, max_instance_type_id }: Range): InstanceType[] {
  const min = known('min_instance_type_id', min_instance_type_id);
  const max = known('max_instance_type_id', max_instance_type_id);
  if (min.family !== max.family) {
    const is = `${max.id} is of family ${max.family}, min_instance_type_id ${min.id} of ${min.family}`;
    throw invalid(`max_instance_type_id: ${is}; a range is within one family`);
  }
  const family = familyOf(min);
  const [from, to] = [family.indexOf(min), family.indexOf(max)];
  if (from > to) throw invalid(`min_instance_type_id: ${min.id} is greater than max_instance_type_id ${max.id}`);
  return family.slice(from, to + 1);
}

/** Refuses a range that does not contain the instance's own type: 400. */
export function checkWithin(types: readonly InstanceType[], { id, instance_type_id }: InstanceRecord): void {
  if (types.some((type) => type.id === instance_type_id)) return;
  const [min, max] = [types[0]?.id, types.at(-1)?.id];
  throw invalid(`min_instance_type_id: instance ${id} is of type ${instance_type_id}, outside ${min} to ${max}`);
}

/**
 * The next type of a range in this direction; undefined where there is none. Its disk size does not matter, since a
 * resize keeps the disk.
 */
export function nextType(
  range: Range,
  { instance_type_id }: Pick<InstanceRecord, 'instance_type_id'>,
  direction: 'up' | 'down',
): InstanceType | undefined {
  const types = typesOf(range);
  const current = instanceTypeById.get(instance_type_id);
  if (!current || current.family !== types[0]?.family) return undefined;
  const place = (type: InstanceType) => familyOf(current).indexOf(type);
  const candidates = types.filter((type) =>
    direction === 'up' ? place(type) > place(current) : place(type) < place(current),
  );
  if (direction === 'down') candidates.reverse();
  return candidates.find((type) => type.available);
}

function known(field: string, id: string): InstanceType {
  const type = instanceTypeById.get(id);
  if (!type) throw invalid(`${field}: unknown instance type ${JSON.stringify(id)} (see GET /compute/instance-types)`);
  return type;
}

const invalid = (message: string): ApiError => new ApiError('validation_failed', message);
