import type { Noun } from '#lib/terraform/map/noun.ts';
import { unknown, type Value, type Values, values } from '#lib/terraform/protocol/msgpack.ts';

/** Whether two values are the same; objects whatever the order of their keys. */
export function equal(one: Value, other: Value): boolean {
  if (one === other) return true;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!(Array.isArray(one) && Array.isArray(other))) return false;
    return one.length === other.length && one.every((item, at) => equal(item, other[at] as Value));
  }
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object') return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && equal(one[key] as Value, other[key] as Value));
}

/** Whether two values of an attribute mean the same to the platform. */
export function alike(noun: Noun, name: string, one: Value, other: Value): boolean {
  if (equal(one, other)) return true;
  return typeof one === 'string' && typeof other === 'string' && (noun.same?.[name]?.(one, other) ?? false);
}

/** Whether Terraform does not know all of the value yet. */
export function isUnknown(value: Value): boolean {
  if (value === unknown) return true;
  return value !== null && typeof value === 'object' && Object.values(value).some(isUnknown);
}

/** A value of JSON as Terraform has it. */
export function fromJson(value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map(fromJson);
  if (typeof value !== 'object') return value as Value;
  return values(Object.entries(value).map(([key, item]) => [key, fromJson(item)] as const));
}

/** The attributes of these names as the body of a request. */
export function bodyOf(names: readonly string[], given: Values): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, toJson(given[name] ?? null)]));
}

function toJson(value: Value): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(toJson);
  return values(Object.entries(value).map(([key, item]) => [key, toJson(item) as Value] as const));
}
