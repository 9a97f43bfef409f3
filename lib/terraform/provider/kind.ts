import type { OperationId } from '#lib/client/methods.ts';
import { routes } from '#lib/generated/client/routes.ts';
import { type Call, callOf, type Noun } from '#lib/terraform/map/noun.ts';
import { nouns } from '#lib/terraform/map/nouns.ts';
import type { Values } from '#lib/terraform/protocol/value.ts';
import { type Attribute, type Body, type ResourceSchema, schemas } from './schema.ts';

/** A call that writes, with the attributes of its body. */
export interface Writing extends Body {
  readonly call: Call;
  /** Whether its body is all of the resource. */
  readonly isWhole: boolean;
}

/** A kind of resource: what the document and what the map says of it. */
export interface Kind extends Pick<ResourceSchema, 'attributes'> {
  readonly type: string;
  readonly noun: Noun;
  readonly idPattern: RegExp;
  readonly isComposed: boolean;
  /** The attributes that name it in paths and imports. */
  readonly names: readonly string[];
  readonly creation: Writing;
  readonly updates: readonly Writing[];
}

const writing = (call: Call, body: Body): Writing => ({
  ...body,
  call,
  isWhole: !routes[call.operation].startsWith('PATCH '),
});

/** The kind of `svc_vpc`. Throws for another provider's. */
export function kindOf(type: string): Kind {
  const name = type.replace(/^svc_/, '');
  const [noun, schema] = [nouns[name], schemas[name]];
  if (!noun || !schema) throw new Error(`${type}: is no resource of svc`);
  return {
    type,
    noun,
    attributes: schema.attributes,
    idPattern: new RegExp(schema.id),
    isComposed: schema.names !== undefined,
    names: schema.names ?? ['id'],
    creation: writing(callOf(noun.create), schema.create),
    updates: (noun.updates ?? []).map((update, at) => writing(callOf(update), schema.updates[at] as Body)),
  };
}

/** The names of attributes that the condition holds for. */
export const namesOf = ({ attributes }: Kind, holds: (attribute: Attribute) => unknown): string[] =>
  Object.keys(attributes).filter((name) => holds(attributes[name] as Attribute));

/** What its path names, from the attributes of a resource. */
export function pathOf({ operation, path }: Call, { names }: Kind, given: Values): Record<string, unknown> {
  const parameters = [...routes[operation].matchAll(/\{(\w{1,40})\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(
    parameters.map((parameter) => {
      const attribute = path?.[parameter] ?? (parameter in given ? parameter : names[0]);
      return [parameter, given[attribute ?? 'id']];
    }),
  );
}

/** Whether an operation is a list. */
export const isList = (operation: OperationId): boolean => operation.startsWith('list');
