/** A schema of the document, with the keywords that it uses. */
export type Schema = Readonly<Record<string, unknown>>;

type Check = (schema: Schema, value: unknown, at: string) => string[];

const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  array: Array.isArray,
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isInteger,
  null: (value) => value === null,
  number: (value) => typeof value === 'number',
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  string: (value) => typeof value === 'string',
};

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) && !Number.isNaN(Date.parse(text)),
  email: (text) => /^[^@\s]+@[^@\s]+$/.test(text),
  uri: (text) => URL.canParse(text),
};

/** Keywords that say something of a value, and those that say something to people. */
const keywords = new Set([
  ...['$ref', 'anyOf', 'type', 'const', 'enum', 'properties', 'required', 'additionalProperties', 'propertyNames'],
  ...['items', 'prefixItems', 'minItems', 'maxItems', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern'],
  ...['format', 'description', 'default', 'readOnly', 'writeOnly', 'uniqueItems', 'x-immutable'],
]);

/**
 * What is wrong with a value by a schema of the document, place by place. Throws for a keyword or a format that it does
 * not know.
 */
export function faultsOf(
  components: Readonly<Record<string, Schema>>,
  schema: Schema,
  value: unknown,
  at = '',
): string[] {
  const inner: Check = (part, each, place) => faultsOf(components, part, each, place);
  const unknown = Object.keys(schema).find((keyword) => !keywords.has(keyword));
  if (unknown) throw new Error(`the walk does not know the keyword ${unknown}`);
  if (typeof schema.$ref === 'string') return inner(components[schema.$ref.split('/').at(-1) ?? ''] ?? {}, value, at);
  if (Array.isArray(schema.anyOf)) {
    const options = (schema.anyOf as Schema[]).map((option) => inner(option, value, at));
    return options.some((faults) => faults.length === 0)
      ? []
      : [`${at}: fits none of ${options.length}: ${options[0]}`];
  }
  const types = [schema.type ?? []].flat() as string[];
  if (types.length > 0 && !types.some((type) => kinds[type]?.(value))) return [`${at}: is no ${types.join(' or ')}`];
  return [...ofValue(schema, value, at), ...ofKind(schema, value, at, inner)];
}

function ofKind(schema: Schema, value: unknown, at: string, inner: Check): string[] {
  if (typeof value === 'string') return ofText(schema, value, at);
  if (typeof value === 'number') return ofNumber(schema, value, at);
  if (Array.isArray(value)) return ofArray(schema, value, at, inner);
  return typeof value === 'object' && value ? ofObject(schema, value, at, inner) : [];
}

const fault = (wrong: boolean, at: string, what: string): string[] => (wrong ? [`${at}: ${what}`] : []);

function ofValue(schema: Schema, value: unknown, at: string): string[] {
  const allowed = schema.enum as unknown[] | undefined;
  return [
    ...fault('const' in schema && schema.const !== value, at, `is not ${String(schema.const)}`),
    ...fault(allowed !== undefined && !allowed.includes(value), at, `${String(value)} is none of ${allowed}`),
  ];
}

function ofText(schema: Schema, text: string, at: string): string[] {
  const { pattern, format, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const known = typeof format === 'string' ? formats[format] : undefined;
  if (format !== undefined && !known) throw new Error(`the walk does not know the format ${String(format)}`);
  return [
    ...fault(typeof pattern === 'string' && !new RegExp(pattern, 'v').test(text), at, `${text} is not ${pattern}`),
    ...fault(known !== undefined && !known(text), at, `${text} is no ${String(format)}`),
    ...fault(text.length < Number(minLength) || text.length > Number(maxLength), at, `has ${text.length} characters`),
  ];
}

function ofNumber(schema: Schema, value: number, at: string): string[] {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  return fault(value < Number(minimum) || value > Number(maximum), at, `${value} is out of bounds`);
}

function ofArray(schema: Schema, value: readonly unknown[], at: string, inner: Check): string[] {
  const { items, prefixItems = [], minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  const first = prefixItems as Schema[];
  const rest = typeof items === 'object' && items ? (items as Schema) : undefined;
  return [
    ...fault(value.length < Number(minItems) || value.length > Number(maxItems), at, `has ${value.length} items`),
    ...fault(schema.uniqueItems === true && new Set(value).size < value.length, at, 'has an item twice'),
    ...value.flatMap((each, i) => {
      const part = first[i] ?? rest;
      return part ? inner(part, each, `${at}[${i}]`) : [];
    }),
  ];
}

function ofObject(schema: Schema, value: object, at: string, inner: Check): string[] {
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  const missing = ((schema.required ?? []) as string[]).filter((name) => !(name in value));
  const others = schema.additionalProperties;
  const names = schema.propertyNames as Schema | undefined;
  return [
    ...(names ? Object.keys(value).flatMap((name) => inner(names, name, `${at}.${name} (its name)`)) : []),
    ...missing.map((name) => `${at}.${name}: is missing`),
    ...Object.entries(value).flatMap(([name, each]) => {
      const part = properties[name] ?? (typeof others === 'object' && others ? (others as Schema) : undefined);
      if (part) return inner(part, each, `${at}.${name}`);
      // A later version may add fields; what is served now is to be described.
      return schema.properties && others === undefined ? [`${at}.${name}: is not described`] : [];
    }),
  ];
}
