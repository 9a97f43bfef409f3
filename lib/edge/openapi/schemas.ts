import * as z from 'zod';

export type JsonSchema = Record<string, unknown>;

/** Turns zod schemas into JSON Schema (draft 2020-12, which OpenAPI 3.1 speaks), and collects the named ones. */
export class Schemas {
  readonly components: Record<string, JsonSchema> = {};
  readonly #named = z.registry<{ id: string }>();

  constructor(names: ReadonlyMap<z.ZodType, string>) {
    for (const [schema, id] of names) this.#named.add(schema, { id });
  }

  /** The schema of what a client may send. */
  input(schema: z.ZodType): JsonSchema {
    return tidy(z.toJSONSchema(schema, { io: 'input', metadata: z.registry() })) as JsonSchema;
  }

  /**
   * The schema of what a client gets, with references to named schemas. It allows further fields, since later versions
   * may add some.
   */
  output(schema: z.ZodType): JsonSchema {
    // As an item of an array, a named schema becomes a reference too.
    const json = z.toJSONSchema(z.array(schema), { io: 'output', metadata: this.#named });
    for (const [name, definition] of Object.entries(json.$defs ?? {})) {
      this.components[name] = open(tidy(definition)) as JsonSchema;
    }
    return open(tidy(json.items)) as JsonSchema;
  }
}

const safe = new Set<unknown>([Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]);

/** Removes keywords without meaning, and points references at the components. */
function tidy(value: unknown): unknown {
  return mapped(value, (key, inner) => {
    if (key === '$schema' || key === '$defs' || key === 'id') return typeof inner === 'string' || key === '$defs';
    return (key === 'minimum' || key === 'maximum') && safe.has(inner);
  });
}

const open = (value: unknown): unknown =>
  mapped(value, (key, inner) => key === 'additionalProperties' && inner === false);

function mapped(value: unknown, isDropped: (key: string, inner: unknown) => boolean): unknown {
  if (Array.isArray(value)) return value.map((inner) => mapped(inner, isDropped));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key, inner]) => !isDropped(key, inner));
  return Object.fromEntries(
    kept.map(([key, inner]) => [key, key === '$ref' ? reference(inner) : mapped(inner, isDropped)]),
  );
}

const reference = (to: unknown) => String(to).replace('#/$defs/', '#/components/schemas/');
