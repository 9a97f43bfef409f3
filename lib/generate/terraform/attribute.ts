import type { Document } from '#lib/generate/client/operations.ts';
import type { Noun } from '#lib/terraform/map/noun.ts';
import type { Attribute, Type } from '#lib/terraform/provider/schema.ts';

/** A schema or a parameter of the document. */
export interface Field {
  name?: string;
  in?: string;
  $ref?: string;
  type?: string | string[];
  description?: string;
  default?: unknown;
  pattern?: string;
  anyOf?: Field[];
  writeOnly?: boolean;
  uniqueItems?: boolean;
  items?: Field;
  additionalProperties?: Field | boolean;
  properties?: Record<string, Field>;
  required?: string[];
}

interface From {
  readonly document: Document;
  readonly noun: Noun;
  readonly create: Field;
  readonly updates: readonly Field[];
  readonly shown: Field;
  readonly made: Field;
  /** Whether only the creation shows it. */
  readonly isOnce: boolean;
}

/** The schema that a reference names. */
export function resolved(document: Document, field: Field): Field {
  const name = field.$ref?.split('/').at(-1);
  return name === undefined ? field : ((document.components.schemas as Record<string, Field>)[name] as Field);
}

/** What is secret of that which only a creation shows. */
const secret = /secret|token|join_url/;

/** An attribute of a resource, as its creation, its changes and its replies have it. */
export function attributeOf(name: string, from: From): Attribute {
  const { document, noun, create, updates, shown, made, isOnce } = from;
  const given = create.properties?.[name] ?? updates.find((body) => body.properties?.[name])?.properties?.[name];
  const seen = shown.properties?.[name] ?? made.properties?.[name];
  const field = given ?? seen ?? {};
  const isFound = seen !== undefined || (noun.derived?.includes(name) ?? false);
  const changes = updates.some((body, at) => changed(noun, at, body).includes(name));
  return {
    ...formOf(document, field, { isText: noun.json?.includes(name) ?? false, isNested: given !== undefined }),
    ...(noun.json?.includes(name) && { json: true }),
    description: given?.description ?? seen?.description ?? '',
    ...(given ? settableOf(given, create.required?.includes(name) ?? false, isFound) : { computed: true }),
    ...(changes && { changes: true }),
    ...marksOf(name, given ?? {}, isOnce),
  };
}

/** What the document marks, and what only a creation shows. */
function marksOf(name: string, given: Field, isOnce: boolean): Partial<Attribute> {
  if (given.writeOnly) return { sensitive: true, writeOnly: true };
  if (isSet(given)) return { unordered: true };
  return isOnce && secret.test(name) ? { sensitive: true } : {};
}

/** Whether a list is marked as a set, or what is not null of it is. */
const isSet = ({ uniqueItems, anyOf = [] }: Field): boolean => uniqueItems || anyOf.some(isSet);

/** The attributes that an update sets. */
function changed({ updates = [] }: Noun, at: number, body: Field): readonly string[] {
  const update = updates[at];
  return (typeof update === 'object' && update.sets) || Object.keys(body.properties ?? {});
}

/** Null as the default is what Terraform has for an attribute that is left out. */
function settableOf(given: Field, required: boolean, isShown: boolean): Partial<Attribute> {
  const filled = given.default !== undefined && given.default !== null;
  const open = !required && given.default !== null && (filled || isShown);
  return {
    settable: true,
    ...(required && { required: true }),
    ...(filled && { default: given.default }),
    ...(open && { computed: true }),
  };
}

/** The type of an attribute: objects that are set have attributes of their own. */
function formOf(
  document: Document,
  field: Field,
  { isText, isNested }: { isText: boolean; isNested: boolean },
): Pick<Attribute, 'type' | 'nested'> {
  if (isText) return { type: 'string' };
  const plain = plainOf(document, field);
  const items = plain.items && plainOf(document, plain.items);
  if (isNested && plain.properties) return { nested: { nesting: 'single', attributes: nestedOf(document, plain) } };
  if (isNested && items?.properties) return { nested: { nesting: 'list', attributes: nestedOf(document, items) } };
  return { type: typeOf(document, plain) };
}

function nestedOf(document: Document, { properties = {}, required = [] }: Field): Record<string, Attribute> {
  const all = Object.entries(properties).map(([name, field]) => [
    name,
    {
      ...formOf(document, field, { isText: false, isNested: true }),
      description: field.description ?? '',
      ...settableOf(field, required.includes(name), true),
    },
  ]);
  return Object.fromEntries(all);
}

/** A field without its null. */
function plainOf(document: Document, field: Field): Field {
  return resolved(document, field.anyOf?.find(({ type }) => type !== 'null') ?? field);
}

/** The type of a field in Terraform's notation. */
export function typeOf(document: Document, field: Field): Type {
  const plain = plainOf(document, field);
  const type = [plain.type].flat().find((one) => one !== 'null');
  if (type === 'boolean') return 'bool';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'array') return ['list', typeOf(document, plain.items as Field)];
  if (type === 'object' && plain.properties) {
    const fields = Object.entries(plain.properties).map(([name, one]) => [name, typeOf(document, one)]);
    return ['object', Object.fromEntries(fields)];
  }
  if (type === 'object') return ['map', typeOf(document, plain.additionalProperties as Field)];
  return 'string';
}
