import * as z from 'zod';
import type { JsonSchema } from './schemas.ts';
import { situations } from './situations.ts';

/**
 * An example of what a schema takes (`input`) or gives (`output`), composed of the examples of its fields. Optional
 * fields without an example are left out. Throws for a required field without one.
 */
export function exampleOf(schema: z.ZodType, io: 'input' | 'output'): unknown {
  return composed(z.toJSONSchema(schema, { io, metadata: z.globalRegistry }) as JsonSchema, []);
}

/** The example of a route's body or reply, in the situation that `situations` describes for the route. */
export function exampleIn(name: string, place: 'body' | 'reply', schema: z.ZodType): unknown {
  const changes = situations[name]?.[place];
  const example = exampleOf(schema, place === 'body' ? 'input' : 'output');
  if (changes === undefined || Array.isArray(example)) return example;
  const merged = Object.entries({ ...(example as object), ...changes });
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

type Compose = (schema: JsonSchema, path: readonly string[]) => unknown;

/** Where examples are looked up, in order of preference. */
const sources: readonly (readonly [keyword: string, from: Compose])[] = [
  ['example', ({ example }) => example],
  ['const', ({ const: only }) => only],
  ['anyOf', ({ anyOf }, path) => first(anyOf as JsonSchema[], path)],
  ['oneOf', ({ oneOf }, path) => first(oneOf as JsonSchema[], path)],
  ['properties', (schema, path) => fieldsOf(schema, path)],
  ['default', ({ default: value }) => value],
  ['enum', ({ enum: values }) => (values as unknown[])[0]],
  ['prefixItems', ({ prefixItems }, path) => (prefixItems as JsonSchema[]).map((item) => known(item, path))],
  ['items', ({ items }, path) => itemsOf(items as JsonSchema, path)],
];

/** The example of a schema by its type alone; undefined where the type has none. */
const byType: Record<string, unknown> = { boolean: false, object: {} };

function composed(schema: JsonSchema, path: readonly string[]): unknown {
  const source = sources.find(([keyword]) => keyword in schema);
  return source ? source[1](schema, path) : byType[String(schema.type)];
}

/** The example of a schema that must have one. */
function known(schema: JsonSchema, path: readonly string[]): unknown {
  const example = composed(schema, path);
  if (example === undefined) throw new Error(`${path.join('.')} has no example: .meta({ example })`);
  return example;
}

function first(options: readonly JsonSchema[], path: readonly string[]): unknown {
  const given = options.find(({ type }) => type !== 'null');
  return given && composed(given, path);
}

function itemsOf(items: JsonSchema, path: readonly string[]): unknown[] {
  const item = composed(items, path);
  return item === undefined ? [] : [item];
}

function fieldsOf(schema: JsonSchema, path: readonly string[]): JsonSchema {
  const required = (schema.required ?? []) as string[];
  const fields = Object.entries(schema.properties as Record<string, JsonSchema>).map(([name, field]) => {
    const inner = [...path, name];
    return [name, required.includes(name) ? known(field, inner) : composed(field, inner)] as const;
  });
  return Object.fromEntries(fields.filter(([, example]) => example !== undefined));
}
