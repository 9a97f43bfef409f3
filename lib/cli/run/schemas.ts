/** What is read of a JSON schema. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
}

/** A field as it is explained; `plan.cpu` is one of an object, `rules[].cidr` one of each object of a list. */
export interface Field {
  readonly field: string;
  readonly type: string;
  readonly unit?: string;
  readonly about: string;
}

type Named = Readonly<Record<string, Schema>>;

/** Units by the ends of fields' names (contract 1.2). */
const units: readonly (readonly [RegExp, string])[] = [
  [/_paise_per_hour$/, 'paise an hour'],
  [/_paise_per_month$/, 'paise a month'],
  [/_paise$/, 'paise'],
  [/_gib$/, 'GiB'],
  [/_mib$/, 'MiB'],
  [/_bytes_per_second$/, 'bytes a second'],
  [/_bytes$/, 'bytes'],
  [/_seconds$/, 'seconds'],
  [/_hours$/, 'hours'],
  [/_days$/, 'days'],
  [/_percent$/, 'percent'],
];

/** How deep objects are taken apart. */
const deepest = 4;

/** The fields of an object, with those of the objects in it. */
export function fieldsOf(schema: Schema, named: Named, before = '', depth = 0): Field[] {
  const { properties = {} } = resolved(schema, named);
  return Object.entries(properties).flatMap(([name, property]) => {
    const whole = resolved(property, named);
    const field = `${before}${name}`;
    const own = {
      field,
      type: typeOf(whole, named),
      ...unitOf(name, whole),
      about: property.description ?? whole.description ?? '',
    };
    if (depth >= deepest) return [own];
    const { within, mark } = inside(whole, named);
    return [own, ...fieldsOf(within, named, `${field}${mark}.`, depth + 1)];
  });
}

/** The schema of what is in an object or in each item of a list. */
function inside(schema: Schema, named: Named): { within: Schema; mark: string } {
  const one = withoutNull(schema, named);
  return one.items ? { within: withoutNull(one.items, named), mark: '[]' } : { within: one, mark: '' };
}

/** A schema with what its reference has. */
export function resolved(schema: Schema, named: Named): Schema {
  if (schema.$ref === undefined) return schema;
  return {
    ...named[schema.$ref.split('/').at(-1) ?? ''],
    ...(schema.description !== undefined && { description: schema.description }),
  };
}

function withoutNull(schema: Schema, named: Named): Schema {
  const whole = resolved(schema, named);
  const others = (whole.anyOf ?? whole.oneOf ?? []).filter(({ type }) => type !== 'null');
  const [only] = others;
  return others.length === 1 && only ? resolved(only, named) : whole;
}

const words: Readonly<Record<string, string>> = {
  'date-time': 'time',
  date: 'date',
  uri: 'URL',
  email: 'e-mail address',
};

/** A type in words. */
function typeOf(schema: Schema, named: Named): string {
  const one = withoutNull(schema, named);
  const isNullable = (schema.anyOf ?? schema.oneOf ?? []).some(({ type }) => type === 'null') || isNull(schema);
  const text = plainType(one, named);
  return isNullable ? `${text} or null` : text;
}

const isNull = ({ type }: Schema): boolean => Array.isArray(type) && type.includes('null');

function plainType(schema: Schema, named: Named): string {
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values) return values.map(String).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map((one) => typeOf(resolved(one, named), named)))].join(' | ');
  return typeInWords(schema, named);
}

function typeInWords(schema: Schema, named: Named): string {
  const type = [schema.type].flat().find((name) => name !== 'null') ?? 'anything';
  if (type === 'array') return `list of ${schema.items ? typeOf(schema.items, named) : 'anything'}`;
  if (type === 'object' && !schema.properties) return 'keys and values';
  return type === 'string' ? (words[schema.format ?? ''] ?? 'text') : type;
}

function unitOf(name: string, { format }: Schema): { unit?: string } {
  const unit = format === 'date-time' ? 'UTC' : units.find(([end]) => end.test(name))?.[1];
  return unit === undefined ? {} : { unit };
}
