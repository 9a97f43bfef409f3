/** Whatever has an id. */
interface Resource {
  readonly id: string;
}

/** Whether a value is a resource. */
export const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && typeof (value as { id?: unknown }).id === 'string';

/** The data of a query with the newer resource in it; the same object where it has none. */
export function withResource(data: unknown, newer: Resource): unknown {
  if (Array.isArray(data)) {
    const items = data.map((item) => withResource(item, newer));
    return items.some((item, at) => item !== data[at]) ? items : data;
  }
  if (typeof data !== 'object' || data === null) return data;
  if (isResource(data) && data.id === newer.id) return { ...data, ...newer };
  const changed = Object.entries(data).flatMap(([name, value]) => {
    const next = Array.isArray(value) ? withResource(value, newer) : value;
    return next === value ? [] : [[name, next]];
  });
  return changed.length > 0 ? { ...data, ...Object.fromEntries(changed) } : data;
}
