import type { OperationId } from '#lib/client/methods.ts';
import type { Document } from '#lib/generate/client/operations.ts';
import { routes } from '#lib/generated/client/routes.ts';
import { callOf, type Noun } from '#lib/terraform/map/noun.ts';
import { nouns } from '#lib/terraform/map/nouns.ts';
import type { Attribute, ResourceSchema } from '#lib/terraform/provider/schema.ts';
import { attributeOf, type Field, resolved } from './attribute.ts';

/** What a console needs of a resource, and a list of its page. */
const never = ['allowed_actions', 'status_reason', 'next_cursor'];

/** The schemas of the Terraform provider, as the document and its map of nouns make them. */
export function terraformFile(document: Document): Record<string, ResourceSchema> {
  return Object.fromEntries(Object.entries(nouns).map(([name, noun]) => [name, schemaOf(document, noun)]));
}

/** What the document says of the operations of a noun. */
interface Parts {
  readonly create: Field;
  readonly updates: readonly Field[];
  readonly shown: Field;
  readonly made: Field;
  readonly path: Record<string, string>;
}

function partsOf(document: Document, noun: Noun): Parts {
  const create = callOf(noun.create);
  const components = document.components.schemas as Record<string, Field>;
  const parameters: Field[] = operationOf(document, create.operation).parameters ?? [];
  const inPath = parameters.filter((one) => one.in === 'path');
  return {
    create: bodyOf(document, create.operation),
    updates: (noun.updates ?? []).map(callOf).map(({ operation, sets }) => (sets ? {} : bodyOf(document, operation))),
    shown: noun.shows ? (components[noun.shows] as Field) : replyOf(document, callOf(noun.read).operation),
    made: replyOf(document, create.operation),
    path: Object.fromEntries(
      inPath.map(({ name = '', description = '' }) => [create.path?.[name] ?? name, description]),
    ),
  };
}

function schemaOf(document: Document, noun: Noun): ResourceSchema {
  const parts = partsOf(document, noun);
  const written = [callOf(noun.create), ...(noun.updates ?? []).map(callOf)];
  const bodies = [parts.create, ...parts.updates].map((body, at) => ({
    body: [...(written[at]?.sets ?? Object.keys(body.properties ?? {}))].filter((name) => isAttribute(noun, name)),
    ...(accepts(document, written[at]?.operation as OperationId, 'DryRun') && { dryRun: true }),
    ...(accepts(document, written[at]?.operation as OperationId, 'Prefer') && { waits: true }),
  }));
  const [create = { body: [] }, ...updates] = bodies;
  const { operation, path } = callOf(noun.create);
  return {
    description: operationOf(document, callOf(noun.create).operation).description,
    id: parts.shown.properties?.id?.pattern ?? deletedIds(document, noun),
    ...(noun.names && { names: noun.names }),
    create: { operation, ...(path && { path }), ...create, ...(noun.apart && { apart: noun.apart }) },
    updates,
    attributes: { ...attributesOf(document, noun, parts), ...timeoutsOf(document, noun) },
  };
}

/** The pattern of the ids that can be deleted: of images, the list has others too. */
function deletedIds(document: Document, { delete: removal, names }: Noun): string {
  const parameters: { name?: string; schema?: Field }[] =
    operationOf(document, callOf(removal).operation).parameters ?? [];
  return names ? '' : (parameters.find(({ name }) => name === 'id')?.schema?.pattern ?? '');
}

const isAttribute = ({ omit = [], apart = {} }: Noun, name: string) =>
  !(never.includes(name) || omit.includes(name) || name in apart);

function attributesOf(document: Document, noun: Noun, parts: Parts): Record<string, Attribute> {
  const { create, path } = parts;
  const attributes: Record<string, Attribute> = {};
  if (noun.names) attributes.id = { type: 'string', description: 'What an import takes.', computed: true };
  for (const [name, description] of Object.entries(path)) {
    if (!create.properties?.[name]) attributes[name] = { type: 'string', description, settable: true, required: true };
  }
  for (const [name, isOnce] of namesOf(noun, parts)) {
    if (!attributes[name]) attributes[name] = attributeOf(name, { ...parts, noun, document, isOnce });
  }
  if (attributes.plan || attributes.price_monthly) Object.assign(attributes, prices);
  for (const [name, one] of Object.entries(attributes)) {
    if (one.writeOnly) attributes[`${name}_version`] = versionOf(name, one);
  }
  return attributes;
}

/** The fields that are attributes, and whether only the creation shows them. */
function namesOf(noun: Noun, { create, updates, shown, made }: Parts): Map<string, boolean> {
  const names = (field: Field) => Object.keys(field.properties ?? {});
  const late = updates.flatMap(names).filter((name) => shown.properties?.[name]);
  const once = noun.only ? [] : names(made).filter((name) => !shown.properties?.[name]);
  const all = [...names(create), ...late, ...(noun.only ?? names(shown)), ...once];
  return new Map(all.filter((name) => isAttribute(noun, name)).map((name) => [name, once.includes(name)]));
}

const prices: Record<string, Attribute> = {
  price_monthly: { type: 'number', description: 'What a month costs, in rupees before GST.', computed: true },
  price_hourly_paise: { type: 'number', description: 'What an hour costs, in paise before GST.', computed: true },
};

/** How long an apply waits, of a resource whose operations can be waited for. */
function timeoutsOf(document: Document, { create, updates = [], delete: removal }: Noun): Record<string, Attribute> {
  const calls = { create: [create], update: updates, delete: [removal] };
  const words = { create: 'creation', update: 'change', delete: 'deletion' };
  const waited = (['create', 'update', 'delete'] as const).filter((doing) =>
    calls[doing].some((named) => accepts(document, callOf(named).operation, 'Prefer')),
  );
  if (waited.length === 0) return {};
  const attributes = Object.fromEntries(
    waited.map((doing) => {
      const description = `The longest wait for its ${words[doing]}, such as \`90s\` or \`1h30m\`.`;
      return [doing, { type: 'string', description, settable: true }];
    }),
  );
  const description = 'How long an apply waits until the platform has made a change; 20 minutes by default.';
  return { timeouts: { nested: { nesting: 'single', attributes }, description, settable: true, changes: true } };
}

/** A number beside a secret, since no state has the secret itself. */
const versionOf = (name: string, { changes }: Attribute): Attribute => ({
  type: 'number',
  description: `A number of your own: another one says that \`${name}\` changed. An import takes 1.`,
  settable: true,
  computed: true,
  ...(changes && { changes }),
  versions: name,
});

// biome-ignore lint/suspicious/noExplicitAny: a part of the document, whose form the contract's tests hold.
type Operation = any;

/** An operation of the document. */
export function operationOf(document: Document, operation: OperationId): Operation {
  const [method = '', path = ''] = routes[operation].split(' ');
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  return (document as any).paths[path][method.toLowerCase()];
}

const accepts = (document: Document, operation: OperationId, parameter: 'DryRun' | 'Prefer'): boolean =>
  operationOf(document, operation).parameters?.some(
    ({ $ref }: { $ref?: string }) => $ref === `#/components/parameters/${parameter}`,
  );

const bodyOf = (document: Document, operation: OperationId): Field =>
  operationOf(document, operation).requestBody?.content['application/json'].schema ?? {};

/** The body of an operation's success. */
export function replyOf(document: Document, operation: OperationId): Field {
  const { responses } = operationOf(document, operation);
  const schema = (responses['201'] ?? responses['200']).content['application/json'].schema as Field;
  return resolved(document, schema);
}
