import { unknown, type Value, type Values, values } from '#lib/terraform/protocol/value.ts';
import type { Attribute, Attributes, Type } from './schema.ts';

/** A value of JSON as it is in Terraform, whatever its type. */
export function fromJson(value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map(fromJson);
  if (typeof value !== 'object') return value as Value;
  return values(Object.entries(value).map(([key, item]) => [key, fromJson(item)] as const));
}

/** A value of JSON in an attribute, with exactly what its type has. */
export function fitted(attribute: Attribute, value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (!attribute.nested) return typed(attribute.type as Type, value);
  const { attributes, nesting } = attribute.nested;
  if (nesting === 'list') return (value as object[]).map((item) => objectOf(attributes, item));
  return objectOf(attributes, value as object);
}

const objectOf = (attributes: Attributes, shown: object): Values =>
  values(
    Object.entries(attributes).map(
      ([name, attribute]) => [name, fitted(attribute, (shown as Record<string, unknown>)[name])] as const,
    ),
  );

function typed(type: Type, value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (type === 'string' && typeof value !== 'string') return JSON.stringify(value);
  if (typeof type === 'string') return value as Value;
  const [kind, of] = type;
  if (kind === 'list') return (value as unknown[]).map((item) => typed(of, item));
  const entries = value as Record<string, unknown>;
  if (kind === 'map') return values(Object.keys(entries).map((key) => [key, typed(of, entries[key])] as const));
  return values(Object.entries(of).map(([key, one]) => [key, typed(one, entries[key])] as const));
}

/** A value of Terraform in a body; parts that are not known are left out. */
export function toJson(value: Value): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(toJson);
  return values(
    Object.entries(value)
      .filter(([, item]) => item !== unknown)
      .map(([key, item]) => [key, toJson(item) as Value] as const),
  );
}
