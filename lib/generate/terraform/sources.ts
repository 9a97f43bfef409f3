import type { Document } from '#lib/generate/client/operations.ts';
import { sources } from '#lib/terraform/map/sources.ts';
import type { Attribute } from '#lib/terraform/provider/schema.ts';
import type { SourceSchema } from '#lib/terraform/provider/source.ts';
import { type Field, resolved, typeOf } from './attribute.ts';
import { operationOf, replyOf } from './schemas.ts';

/** Of a list's query what is about its pages. */
const ofPages = ['limit', 'cursor', 'sort', 'q'];
const never = ['allowed_actions', 'accounts'];

/** The data sources of the Terraform provider, as the document and the map of sources make them. */
export function terraformSourcesFile(document: Document): Record<string, SourceSchema> {
  const all = Object.entries(sources).map(([name, { read, list, by }]): [string, SourceSchema] => {
    const operation = list ?? read;
    if (!operation) throw new Error(`${name}: reads nothing`);
    const { description } = operationOf(document, operation);
    const reply = replyOf(document, operation);
    if (read) return [name, { description, attributes: computed(document, reply, []) }];
    const [items = '', field = {}] =
      Object.entries(reply.properties ?? {}).find(([, { type }]) => type === 'array') ?? [];
    const item = resolved(document, field.items ?? {});
    if (by) return [name, { description, attributes: computed(document, item, by) }];
    const own: Attribute = { type: typeOf(document, field), description: field.description ?? '', computed: true };
    const attributes = { ...filters(operationOf(document, operation).parameters), [items]: own };
    return [name, { description, items, attributes }];
  });
  return Object.fromEntries(all);
}

const computed = (document: Document, { properties = {} }: Field, by: readonly string[]): Record<string, Attribute> =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !never.includes(name))
      .map(([name, field]) => [name, argumentOf(document, field, by.includes(name), by.length === 1)]),
  );

function argumentOf(document: Document, field: Field, isNamed: boolean, isOnly: boolean): Attribute {
  const own = { type: typeOf(document, field), description: resolved(document, field).description ?? '' };
  if (!isNamed) return { ...own, computed: true };
  return { ...own, settable: true, ...(isOnly ? { required: true } : { computed: true }) };
}

/** What a list can be asked for. */
function filters(parameters: readonly (Field & { schema?: Field })[]): Record<string, Attribute> {
  const asked = parameters.filter((one) => one.in === 'query' && !ofPages.includes(one.name ?? ''));
  return Object.fromEntries(
    asked.map(({ name = '', description = '' }) =>
      name.startsWith('tag.')
        ? ['tags', { type: ['map', 'string'], description: 'Tags that all of them have.', settable: true }]
        : [name, { type: 'string', description, settable: true }],
    ),
  );
}
