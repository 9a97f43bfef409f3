import type { Client } from '#lib/client/client.ts';
import { SvcError } from '#lib/client/error.ts';
import type { OperationId } from '#lib/client/methods.ts';
import type { Noun } from '#lib/terraform/map/noun.ts';
import { nouns } from '#lib/terraform/map/nouns.ts';
import { type Values, values } from '#lib/terraform/protocol/msgpack.ts';
import { alike, fromJson } from './compare.ts';
import { type ResourceSchema, schemas } from './schema.ts';

/** A kind of resource: what the document and what the map says of it. */
export interface Kind extends ResourceSchema, Pick<Noun, 'kept'> {
  readonly type: string;
  readonly noun: Noun;
}

/** The kind of `svc_vpc`. Throws for another provider's. */
export function kindOf(type: string): Kind {
  const name = type.replace(/^svc_/, '');
  const [noun, schema] = [nouns[name], schemas[name]];
  if (!noun || !schema) throw new Error(`${type}: is no resource of svc`);
  return { type, noun, kept: noun.kept, ...schema };
}

/** The names of attributes that the condition holds for. */
export const namesOf = (kind: Kind, holds: (attribute: ResourceSchema['attributes'][string]) => unknown): string[] =>
  Object.keys(kind.attributes).filter((name) => holds(kind.attributes[name] as never));

/** The state of a resource as a reply shows it, in the words of the user where these mean the same. */
export function stateOf(kind: Kind, reply: object, words: Values): Values {
  const shown = reply as Record<string, unknown>;
  return values(
    Object.keys(kind.attributes).map((name) => {
      const value = fromJson(shown[name]);
      const word = words[name] ?? null;
      return [name, alike(kind.noun, name, word, value) ? word : value] as const;
    }),
  );
}

/** A call of an operation that the map of a noun names: their arguments differ, so no type says which fit. */
export async function ask(client: Client, operation: OperationId, args: object): Promise<object> {
  return (await client.request(operation, args as never)).body as object;
}

/** The resource of this id; undefined where it is gone. */
export async function found(client: Client, kind: Kind, id: string, signal: AbortSignal): Promise<object | undefined> {
  try {
    return await ask(client, kind.noun.read, { id, signal });
  } catch (error) {
    if (error instanceof SvcError && error.status === 404) return undefined;
    throw error;
  }
}

/** The id of the one resource that has this name. Undefined where none has it. */
export async function named(
  client: Client,
  kind: Kind,
  name: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  // Which operations are lists is a type of literals; the map names one of them.
  const items = client.paginate(kind.noun.list as 'listVpcs', { signal });
  for await (const item of items) if (item.name === name) return item.id;
  return undefined;
}
