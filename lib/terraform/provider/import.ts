import type { Client } from '#lib/client/client.ts';
import { type Values, values } from '#lib/terraform/protocol/value.ts';
import type { Kind } from './kind.ts';

/**
 * What is known of the resource that an import names: by its id, by what names it elsewhere with a slash between, or by
 * its name where one resource has that. Throws where none or several are named.
 */
export async function imported(client: Client, kind: Kind, text: string, signal: AbortSignal): Promise<Values> {
  const { names, type, attributes, noun } = kind;
  const parts = names.length === 1 ? [text] : text.split('/');
  if (names.length > 0 && parts.length !== names.length) {
    throw new Error(`${type}: "${text}" names none (${names.join('/')})`);
  }
  const known = values(names.map((name, at) => [name, parts[at] ?? null] as const));
  if (noun.list && names[0] === 'id' && !kind.idPattern.test(text)) {
    known.id = await named(client, kind, text, signal);
  }
  return values(
    Object.entries(attributes).map(([name, { versions }]) => [name, known[name] ?? (versions ? 1 : null)] as const),
  );
}

/** The id of the one resource that has this name. */
async function named(client: Client, { type, noun }: Kind, name: string, signal: AbortSignal): Promise<string> {
  const ids: string[] = [];
  // Which operations are lists is a type of literals; the map names one of them.
  for await (const item of client.paginate(noun.list as 'listVpcs', { signal })) {
    if (item.name === name && (item as { status?: string }).status !== 'terminated') ids.push(item.id);
  }
  const [id, ...others] = ids;
  if (id === undefined) throw new Error(`${type}: none has the id or the name "${name}"`);
  if (others.length > 0) throw new Error(`${type}: several have the name "${name}" (${ids.join(', ')})`);
  return id;
}
