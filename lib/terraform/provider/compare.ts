import { equal, unknown, type Value, type Values } from '#lib/terraform/protocol/value.ts';
import type { Kind } from '#lib/terraform/provider/kind.ts';

/** Whether two lists have the same items, in any order. */
function sameItems(one: readonly Value[], other: readonly Value[]): boolean {
  const left = [...other];
  return (
    one.length === other.length &&
    one.every((item) => {
      const at = left.findIndex((found) => equal(found, item));
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    })
  );
}

/** Whether two values of an attribute mean the same to the platform. */
export function alike({ noun, attributes }: Kind, name: string, one: Value, other: Value): boolean {
  if (equal(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return (attributes[name]?.unordered ?? false) && sameItems(one, other);
  }
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  if (noun.json?.includes(name)) return equal(parsed(one), parsed(other));
  return noun.same?.[name]?.(one, other) ?? false;
}

/** The value of a text of JSON; the text itself where it is none. */
function parsed(text: string): Value {
  try {
    return JSON.parse(text) as Value;
  } catch {
    return text;
  }
}

/** Whether Terraform does not know all of the value yet. */
export function isUnknown(value: Value): boolean {
  if (value === unknown) return true;
  return value !== null && typeof value === 'object' && Object.values(value).some(isUnknown);
}

/** A list whose order means nothing, in the order of the words that it has been asked for in. */
export function arranged(shown: Value, words: Value | undefined): Value {
  if (!Array.isArray(shown) || !Array.isArray(words)) return shown;
  const left = [...shown];
  const known = words.flatMap((word) => {
    const at = left.findIndex((item) => isPart(word, item));
    return at < 0 ? [] : left.splice(at, 1);
  });
  return [...known, ...left];
}

/** Whether all that is said of an item, and is known, is so of another one. */
export function isPart(item: Value, other: Value): boolean {
  if (item === null || item === unknown) return true;
  if (typeof item !== 'object' || Array.isArray(item) || other === null || typeof other !== 'object') {
    return equal(item, other);
  }
  return Object.entries(item).every(([name, value]) => isPart(value, (other as Values)[name] ?? null));
}
