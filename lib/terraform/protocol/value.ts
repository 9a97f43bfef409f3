/** A value that Terraform does not know yet. */
export const unknown: unique symbol = Symbol('unknown');

/** What the attributes of Terraform hold. An object has no prototype, so that any key is a key. */
export type Value = null | boolean | number | bigint | string | typeof unknown | Value[] | { [key: string]: Value };

/** An object of Terraform. */
export type Values = { [key: string]: Value };

/** An object without a prototype: `__proto__` is a key like any other. */
export const values = (entries: Iterable<readonly [string, Value]> = []): Values => {
  const made: Values = Object.create(null);
  for (const [key, value] of entries) made[key] = value;
  return made;
};

/** Whether two values are the same; objects whatever the order of their keys. */
export function equal(one: Value, other: Value): boolean {
  return matches(one, other, equal);
}

/** Whether the parts of two values match, and plain values are the same. */
function matches(one: Value, other: Value, match: (one: Value, other: Value) => boolean): boolean {
  if (one === other) return true;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!(Array.isArray(one) && Array.isArray(other))) return false;
    return one.length === other.length && one.every((item, at) => match(item, other[at] as Value));
  }
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object') return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && match(one[key] as Value, other[key] as Value));
}
