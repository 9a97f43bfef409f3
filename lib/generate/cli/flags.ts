import type { Flag, FlagType, ObjectField } from '#lib/cli/table/types.ts';
import type { Schema } from '#lib/generate/client/types.ts';
import { singularOf } from './names.ts';

/** A field of a body, or a parameter of a query, of which flags are made. */
interface Field {
  readonly in: Flag['in'];
  readonly at: readonly string[];
  readonly schema: Schema;
  readonly required: boolean;
  readonly about: string;
  /** A value of the document. */
  readonly example: unknown;
}

/** The nouns whose names are accepted where a field has this name. */
const nouns: Readonly<Record<string, string>> = {
  asg_id: 'asg',
  elastic_ip_id: 'elastic-ip',
  image_id: 'image',
  instance_id: 'instance',
  load_balancer_id: 'load-balancer',
  policy_ids: 'policy',
  snapshot_id: 'snapshot',
  ssh_key_id: 'ssh-key',
  ssh_key_ids: 'ssh-key',
  vpc_id: 'vpc',
};

/** What must not be on a command line, where other users of the machine see it. */
const secrets = new Set([
  'password',
  'current_password',
  'new_password',
  'pending_token',
  'private_key_pem',
  'secret_key',
  'token',
]);

/** Texts that people keep in files. */
const texts = new Set(['certificate_pem', 'user_data', 'public_key']);

/** Fields whose flag would have the name of one that every command has. */
const clashing: Readonly<Record<string, string>> = { context: 'condition', version_id: 'version-id' };

/** The flags of a body with this schema, of which there is an example. */
export function bodyFlags(schema: Schema, example: unknown): Flag[] {
  return fieldsOf(schema, [], example);
}

/** A parameter of a query, as the document has it. */
interface Parameter extends Omit<Field, 'at' | 'in'> {
  readonly name: string;
}

/** The flag of a query parameter; undefined where another flag stands for it. */
export function queryFlag({ name, ...parameter }: Parameter): Flag | undefined {
  if (name === 'cursor' || name === 'sort') return undefined;
  if (name === 'tag.<key>')
    return { name: 'tag', in: 'query', at: ['tag'], type: 'map', about: 'Only with this tag: key=value; repeatable.' };
  return flagsOf({ in: 'query', at: [name], ...parameter })[0];
}

function fieldsOf(schema: Schema, at: readonly string[], example: unknown): Flag[] {
  const required = new Set((schema.required ?? []) as string[]);
  return Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, field]) =>
    flagsOf({
      in: 'body',
      at: [...at, name],
      schema: field,
      required: required.has(name) && at.length === 0,
      about: field.description ?? '',
      example: field.example ?? (example as Record<string, unknown> | undefined)?.[name],
    }),
  );
}

function flagsOf(field: Field): Flag[] {
  const { schema, nullable } = withoutNull(field.schema);
  if (schema.type === 'object' && schema.properties && !isDocument(schema))
    return fieldsOf(schema, field.at, field.example);
  const last = field.at.at(-1) ?? '';
  const type = typeOf(last, schema, field);
  const name = nameOf(field, type);
  const own = field.at.map(kebab).join('-');
  const noun = nouns[last];
  return [
    {
      name,
      ...(own !== name && !(last in clashing) && { also: own }),
      in: field.in,
      at: field.at,
      type,
      about: field.about,
      ...exampleOf(field, schema, type),
      ...valuesOf(schema, type),
      ...(field.schema.default !== undefined && field.schema.default !== null && { default: field.schema.default }),
      ...(field.required && { required: true }),
      ...(nullable && { nullable: true }),
      ...(noun && { noun }),
      ...(type === 'objects' && { fields: objectFields(schema.items as Schema) }),
    },
  ];
}

/** A document of rules is given as a whole. */
const isDocument = (schema: Schema): boolean =>
  Object.values((schema.properties ?? {}) as Record<string, Schema>).some(
    ({ type, items }) => type === 'array' && (items as Schema).type === 'object',
  );

/** The schema of what is there, and whether null is allowed in its place. */
function withoutNull(schema: Schema): { schema: Schema; nullable: boolean } {
  if (Array.isArray(schema.anyOf)) {
    const others = (schema.anyOf as Schema[]).filter(({ type }) => type !== 'null');
    const [only] = others;
    if (others.length === 1 && only)
      return { schema: { ...schema, ...withoutNull(only).schema }, nullable: others.length < schema.anyOf.length };
  }
  const types = [schema.type].flat() as string[];
  const other = types.filter((type) => type !== 'null');
  return { schema: { ...schema, type: other.length === 1 ? other[0] : other }, nullable: other.length < types.length };
}

function typeOf(name: string, schema: Schema, field: Field): FlagType {
  if (secrets.has(name)) return 'secret';
  if (texts.has(name)) return 'text';
  if (schema.type === 'array') return listType(schema);
  if (schema.type === 'object') return schema.additionalProperties && !schema.properties ? 'map' : 'json';
  if (schema.type === 'boolean' || String(schema.enum) === 'true,false') return 'boolean';
  if (schema.type === 'integer' || schema.type === 'number') return schema.type;
  if (schema.type === 'string') return 'string';
  throw new Error(`no flag can be made of ${field.at.join('.')}: ${JSON.stringify(schema)}`);
}

function listType({ items, prefixItems }: Schema): FlagType {
  const { type } = (prefixItems ? (prefixItems as Schema[])[0] : items) as Schema;
  if (type === 'object') return 'objects';
  return type === 'integer' ? 'numbers' : 'list';
}

/** `instance_type_id` is `--instance-type`, `health_check.path` `--health-check-path`, `listeners` `--listener`. */
function nameOf({ at }: Field, type: FlagType): string {
  const words = at.map((word) => clashing[word] ?? word.replace(/_id(s?)$/, ''));
  const name = words.map(kebab).join('-');
  return type === 'objects' || at.at(-1) === 'tags' ? singularOf(name) : name;
}

const kebab = (word: string): string => word.replaceAll(/[_.]/g, '-').toLowerCase();

function valuesOf(schema: Schema, type: FlagType): { values?: string[] } {
  const among = type === 'list' ? (schema.items as Schema) : schema;
  return type !== 'boolean' && Array.isArray(among.enum) ? { values: among.enum.map(String) } : {};
}

/** The longest example that is shown, in characters. */
const longestExample = 30;

/** An example of what has a form of its own: a time, a block of addresses, a cron text. */
function exampleOf({ at, about, example }: Field, schema: Schema, type: FlagType): { example?: string } {
  const isText = type === 'string' && typeof example === 'string' && example.length <= longestExample;
  const isPlain = Array.isArray(schema.enum) || schema.default === example || nouns[at.at(-1) ?? ''] !== undefined;
  const hasForm = isText && !isPlain && /[:/@*]|^\d|^s1-/.test(example) && !about.includes(example);
  return hasForm ? { example } : {};
}

function objectFields(items: Schema): ObjectField[] {
  const required = new Set((items.required ?? []) as string[]);
  return Object.entries(items.properties as Record<string, Schema>).map(([name, field]) => {
    const { schema } = withoutNull(field);
    const type = schema.type === 'array' ? 'list' : String(schema.type);
    return { name, type: type as ObjectField['type'], ...(required.has(name) && { required: true }) };
  });
}
