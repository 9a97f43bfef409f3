import * as z from 'zod';

export type JsonSchema = Record<string, unknown>;

/** The metadata of schemas, with the names of those that become components. */
class Metadata extends z.core.$ZodRegistry<z.GlobalMeta> {
  readonly #names: ReadonlyMap<z.core.$ZodType, string>;

  constructor(names: ReadonlyMap<z.core.$ZodType, string>) {
    super();
    this.#names = names;
  }

  override get<S extends z.core.$ZodType>(schema: S) {
    const id = this.#names.get(schema);
    const said = { ...z.globalRegistry.get(schema), ...(id && { id }) };
    return said as ReturnType<z.core.$ZodRegistry<z.GlobalMeta>['get']>;
  }
}

/** Turns zod schemas into JSON Schema (draft 2020-12, which OpenAPI 3.1 speaks), and collects the named ones. */
export class Schemas {
  readonly components: Record<string, JsonSchema> = {};
  readonly #metadata: Metadata;

  constructor(names: ReadonlyMap<z.ZodType, string>) {
    this.#metadata = new Metadata(names);
  }

  /** The schema of what a client may send. */
  input(schema: z.ZodType): JsonSchema {
    return tidy(z.toJSONSchema(schema, { io: 'input', metadata: z.globalRegistry })) as JsonSchema;
  }

  /**
   * The schema of what a client gets, with references to named schemas. It allows further fields, since later versions
   * may add some.
   */
  output(schema: z.ZodType): JsonSchema {
    // As an item of an array, a named schema becomes a reference too.
    const json = z.toJSONSchema(z.array(schema), { io: 'output', metadata: this.#metadata });
    for (const [name, definition] of Object.entries(json.$defs ?? {})) {
      this.components[name] = open(tidy(definition)) as JsonSchema;
    }
    return open(tidy(json.items)) as JsonSchema;
  }
}

const safe = new Set<unknown>([Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]);

/**
 * Keywords that mean nothing to clients. Examples of fields are among them, since they appear in the examples of whole
 * bodies.
 */
const dropped = new Set(['$schema', '$defs', 'id', 'example']);

/** Formats that describe the value fully, so that no pattern is needed. */
const formatted = new Set<unknown>(['date-time', 'email', 'uri']);

/**
 * Removes keywords that mean nothing to clients, points references at the components, and gives a nullable schema the
 * description of its other alternative.
 */
function tidy(value: unknown): unknown {
  return mapped(value, (keyword, inner, schema) => {
    if (keyword === 'pattern') return formatted.has(schema.format);
    return dropped.has(keyword) || ((keyword === 'minimum' || keyword === 'maximum') && safe.has(inner));
  });
}

const open = (value: unknown): unknown =>
  mapped(value, (keyword, inner) => keyword === 'additionalProperties' && inner === false);

type Drops = (keyword: string, inner: unknown, schema: JsonSchema) => boolean;

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const within = new Set(['items', 'additionalProperties', 'propertyNames', 'not']);
const listed = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const named = new Set(['properties', 'patternProperties']);

/** A schema and all schemas in it without the keywords to drop. */
function mapped(value: unknown, drops: Drops): unknown {
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([keyword, inner]) => !drops(keyword, inner, value));
  return lifted(Object.fromEntries(kept.map(([keyword, inner]) => [keyword, mappedKeyword(keyword, inner, drops)])));
}

function mappedKeyword(keyword: string, inner: unknown, drops: Drops): unknown {
  if (keyword === '$ref') return String(inner).replace('#/$defs/', '#/components/schemas/');
  if (within.has(keyword)) return mapped(inner, drops);
  if (listed.has(keyword) && Array.isArray(inner)) return inner.map((each) => mapped(each, drops));
  if (!named.has(keyword) || !isObject(inner)) return inner;
  return Object.fromEntries(Object.entries(inner).map(([name, each]) => [name, mapped(each, drops)]));
}

/** Copies the description of the alternative that is not null to a schema that has none. */
function lifted(schema: JsonSchema): JsonSchema {
  const options = Array.isArray(schema.anyOf) ? (schema.anyOf as JsonSchema[]) : [];
  const [option, ...others] = options.filter(({ type }) => type !== 'null');
  if (schema.description || !option?.description || others.length > 0) return schema;
  const { description, ...rest } = option;
  return { ...schema, anyOf: options.map((each) => (each === option ? rest : each)), description };
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
