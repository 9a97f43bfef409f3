import { routes } from '#lib/client/generated/routes.ts';
import type { OperationId } from '#lib/client/methods.ts';
import type { Noun } from '#lib/terraform/map/noun.ts';
import { nouns } from '#lib/terraform/map/nouns.ts';
import type { Attribute, ResourceSchema } from '#lib/terraform/provider/schema.ts';
import type { Document } from './client/operations.ts';

interface Field {
  type?: string | string[];
  description?: string;
  default?: unknown;
  pattern?: string;
  anyOf?: Field[];
  additionalProperties?: Field | boolean;
  properties?: Record<string, Field>;
  required?: string[];
}

/** The schemas of the Terraform provider, as the document and its map of nouns make them. */
export function terraformFile(document: Document): Record<string, ResourceSchema> {
  return Object.fromEntries(Object.entries(nouns).map(([name, noun]) => [name, schemaOf(document, noun)]));
}

function schemaOf(document: Document, noun: Noun): ResourceSchema {
  const create = bodyOf(document, noun.create);
  const update = bodyOf(document, noun.update);
  const shown = replyOf(document, noun.read);
  const names = Object.keys(shown.properties ?? {});
  const attributes = names.map((name) => [name, attributeOf(name, { create, update, shown })]);
  return {
    description: operationOf(document, noun.create).description,
    id: shown.properties?.id?.pattern ?? '',
    attributes: Object.fromEntries(attributes),
  };
}

function attributeOf(name: string, from: { create: Field; update: Field; shown: Field }): Attribute {
  const given = from.create.properties?.[name];
  const shown = from.shown.properties?.[name] as Field;
  const required = from.create.required?.includes(name) ?? false;
  // Null as the default is what Terraform has for an attribute that is left out.
  const filled = given && given.default !== undefined && given.default !== null;
  const optional = given && !required && given.default !== null;
  return {
    type: typeOf(given ?? shown, name),
    description: given?.description ?? shown.description ?? '',
    ...(given && { settable: true }),
    ...(required && { required: true }),
    ...(from.update.properties?.[name] && { changes: true }),
    ...(filled && { default: given.default }),
    ...((!given || optional) && { computed: true }),
  };
}

function typeOf(field: Field, name: string): string | string[] {
  const plain = field.anyOf?.find(({ type }) => type !== 'null') ?? field;
  const type = [plain.type].flat().find((one) => one !== 'null');
  if (type === 'string') return 'string';
  if (type === 'boolean') return 'bool';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'object' && typeof plain.additionalProperties === 'object') {
    return ['map', typeOf(plain.additionalProperties, name) as string];
  }
  throw new Error(`${name}: has no type in Terraform yet`);
}

// biome-ignore lint/suspicious/noExplicitAny: a part of the document, whose form the contract's tests hold.
function operationOf(document: Document, operation: OperationId): any {
  const [method = '', path = ''] = routes[operation].split(' ');
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  return (document as any).paths[path][method.toLowerCase()];
}

const bodyOf = (document: Document, operation: OperationId): Field =>
  operationOf(document, operation).requestBody.content['application/json'].schema;

function replyOf(document: Document, operation: OperationId): Field {
  const { $ref } = operationOf(document, operation).responses['200'].content['application/json'].schema;
  return (document.components.schemas as Record<string, Field>)[$ref.split('/').at(-1)] as Field;
}
