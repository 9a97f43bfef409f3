import { comment } from './comments.ts';

/** A schema of the OpenAPI document, which speaks JSON Schema. */
export type Schema = Readonly<Record<string, unknown>> & { readonly description?: string };

/** What a client sends may be read-only, and undefined for a field that is left out; what it gets is neither. */
export type Direction = 'input' | 'output';

/** Keywords that say more of a value than its type does; what they mean for people is in the description. */
const bounds = new Set([
  'additionalProperties',
  'default',
  'description',
  'format',
  'items',
  'maximum',
  'maxItems',
  'maxLength',
  'minimum',
  'minItems',
  'minLength',
  'pattern',
  'prefixItems',
  'properties',
  'propertyNames',
  'readOnly',
  'required',
  'type',
  'uniqueItems',
  'writeOnly',
  'x-immutable',
]);

/** The TypeScript of schemas, in one direction. Throws for a keyword that it does not know. */
export class TypeWriter {
  readonly #direction: Direction;

  constructor(direction: Direction) {
    this.#direction = direction;
  }

  /** The type of a schema, whose further lines begin with `indent`. */
  type(schema: Schema, indent = ''): string {
    if (typeof schema.$ref === 'string') return nameOf(schema.$ref);
    if ('const' in schema) return literal(schema.const);
    if (Array.isArray(schema.enum)) return union(schema.enum.map(literal), indent);
    if (Array.isArray(schema.anyOf)) return this.#anyOf(schema.anyOf as Schema[], indent);
    const unknown = Object.keys(schema).find((keyword) => !bounds.has(keyword));
    if (unknown) throw new Error(`the types of the client do not know the keyword ${unknown}`);
    const types = [schema.type].flat() as (string | undefined)[];
    return union([...new Set(types.map((type) => this.#plain(type, schema, indent)))], indent);
  }

  /** The fields of an object, one after another, each with its comment. */
  fields(schema: Schema, indent: string): string {
    const required = new Set((schema.required ?? []) as string[]);
    const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(([name, field]) =>
      this.field(name, field, required.has(name), indent),
    );
    return [...fields, this.#otherFields(schema, indent)].join('');
  }

  /** One field with its comment. */
  field(name: string, schema: Schema, required: boolean, indent: string): string {
    const type = this.type(schema, indent);
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : literal(name);
    const undefinable = this.#direction === 'input' && !required ? ' | undefined' : '';
    const typed = `${key}${required ? '' : '?'}: ${type}${undefinable};`.replace(': \n', ':\n');
    return `${comment([schema.description, this.#byDefault(schema)], indent)}${indent}${typed}\n`;
  }

  #byDefault(schema: Schema): string | undefined {
    if (this.#direction === 'output' || schema.default === undefined || schema.default === null) return undefined;
    return `@default ${JSON.stringify(schema.default)}`;
  }

  #plain(type: string | undefined, schema: Schema, indent: string): string {
    if (type === undefined) return 'unknown';
    if (type === 'integer') return 'number';
    if (type === 'array') return this.#array(schema, indent);
    return type === 'object' ? this.#object(schema, indent) : type;
  }

  #anyOf(options: readonly Schema[], indent: string): string {
    return union([...new Set(options.map((option) => this.type(option, indent)))], indent);
  }

  #array(schema: Schema, indent: string): string {
    const readonly = this.#direction === 'input' ? 'readonly ' : '';
    if (Array.isArray(schema.prefixItems))
      return `${readonly}[${(schema.prefixItems as Schema[]).map((item) => this.type(item, indent)).join(', ')}]`;
    const item = this.type(schema.items as Schema, indent);
    return `${readonly}${/[ |]/.test(item) ? `(${item})` : item}[]`;
  }

  #object(schema: Schema, indent: string): string {
    if (!schema.properties) {
      const values = schema.additionalProperties;
      const type = typeof values === 'object' && values ? this.type(values as Schema, indent) : 'unknown';
      return this.#direction === 'input' ? `Readonly<Record<string, ${type}>>` : `Record<string, ${type}>`;
    }
    return `{\n${this.fields(schema, `${indent}  `)}${indent}}`;
  }

  #otherFields(schema: Schema, indent: string): string {
    const values = schema.additionalProperties;
    if (typeof values !== 'object' || !values || !schema.properties) return '';
    return `${indent}[field: string]: ${this.type(values as Schema, indent)};\n`;
  }
}

/** The name of the component that a reference leads to. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function literal(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** Alternatives on one line where they fit, else one a line. */
function union(types: readonly string[], indent: string): string {
  const line = types.join(' | ');
  if (types.length === 1 || line.includes('\n') || indent.length + line.length < 90) return line;
  return types.map((type) => `\n${indent}  | ${type}`).join('');
}
