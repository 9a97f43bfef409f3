import type { Command, Flag } from '#lib/cli/table/types.ts';
import type { AnyArgs } from '#lib/client/outgoing.ts';
import type { Named } from './names.ts';
import { placed, type Valued } from './placed.ts';
import type { AnyClient, Session } from './session.ts';
import type { Given } from './values.ts';

/** What was written on the command line, as it was taken apart. */
export interface Written {
  /** What stands after the verb, in the order of the command's arguments. */
  readonly words: readonly (string | undefined)[];
  /** The flags of the command, by their names. */
  readonly flags: Readonly<Record<string, Given>>;
  readonly body?: string | undefined;
  readonly removeTags?: readonly string[] | undefined;
}

/** A request that is ready, and what its words named. */
export interface Prepared {
  readonly args: AnyArgs;
  readonly named: readonly Named[];
  /** Objects of the body of which flags gave single fields. */
  readonly nested: readonly string[];
}

/** The arguments of a command's operation. Refuses what is missing, unknown or ambiguous before anything changes. */
export async function prepare(session: Session, command: Command, written: Written): Promise<Prepared> {
  const [named, values] = await Promise.all([
    namesOf(session.client, command, written),
    valuesOf(session, command, written),
  ]);
  const path = command.args.flatMap(({ name, in: place }, i) => (place === 'path' ? [[name, named[i]?.id]] : []));
  const query = placed(values.filter(({ flag }) => flag.in === 'query'));
  await completed(session, command, query, 'query');
  const body = await bodyFrom(session, command, written, values);
  return {
    named,
    nested: nestedIn(values),
    args: {
      ...Object.fromEntries(path),
      ...(Object.keys(query).length > 0 && { query: tagged(query) }),
      ...(body !== undefined && { body }),
    },
  };
}

function namesOf(client: AnyClient, { args }: Command, { words }: Written): Promise<Named[]> {
  return Promise.all(
    args.map(async ({ noun, in: place, name }, i) => {
      const word = words[i];
      if (word === undefined) return { id: '' };
      if (place !== 'path') return { id: word };
      const { resolve } = await import('./names.ts');
      return resolve(client, noun ?? name, word);
    }),
  );
}

async function valuesOf({ client }: Session, { flags }: Command, written: Written): Promise<Valued[]> {
  const given = flags.filter(({ name }) => written.flags[name] !== undefined);
  if (given.length === 0) return [];
  const { flagValue } = await import('./values.ts');
  return Promise.all(
    given.map(async (flag) => {
      const value = await flagValue(flag, written.flags[flag.name] as Given);
      return { flag, value: await withIds(client, flag, value) };
    }),
  );
}

/** Ids in place of names. */
async function withIds(client: AnyClient, { noun }: Flag, value: unknown): Promise<unknown> {
  if (noun === undefined || value === null) return value;
  if (typeof value === 'string') {
    if (/^[a-z]+-[0-9a-z]{26}(,|$)/.test(value)) return value;
    // What a registry has becomes an image as the request is sent, once the other flags are known to be right.
    if (noun === 'image' && value.includes('/')) return value;
    const { resolve } = await import('./names.ts');
    return (await resolve(client, noun, value)).id;
  }
  return Array.isArray(value) ? Promise.all(value.map((text) => withIds(client, { noun } as Flag, text))) : value;
}

const nestedIn = (values: readonly Valued[]): string[] => [
  ...new Set(values.flatMap(({ flag: { in: place, at } }) => (place === 'body' && at.length > 1 ? (at[0] ?? []) : []))),
];

/** A filter by tags is one parameter for each. */
function tagged({ tag, ...query }: Record<string, unknown>): Record<string, unknown> {
  const tags = Object.entries((tag ?? {}) as Record<string, string>).map(([key, value]) => [`tag.${key}`, value]);
  return { ...query, ...Object.fromEntries(tags) };
}

async function bodyFrom(session: Session, command: Command, written: Written, values: readonly Valued[]) {
  if (!command.hasBody) return undefined;
  const whole = written.body === undefined ? {} : await (await import('./values.ts')).bodyOf(written.body);
  const words = command.args.flatMap(({ name, in: place }, i) =>
    place === 'body' && written.words[i] !== undefined ? [[name, written.words[i]]] : [],
  );
  const body = placed(
    values.filter(({ flag }) => flag.in === 'body'),
    { ...whole, ...Object.fromEntries(words) },
  );
  await completed(session, command, body, 'body');
  return Object.keys(body).length > 0 || command.flags.some(({ required }) => required) ? body : undefined;
}

/** Fills in what is required and was left out, where that can be known or asked for. Refuses what cannot. */
async function completed(session: Session, command: Command, into: Record<string, unknown>, place: Flag['in']) {
  const isMissing = ({ in: where, required, at }: Flag) =>
    where === place && required && into[at[0] ?? ''] === undefined;
  const missing = command.flags.filter(isMissing);
  if (missing.length === 0) return;
  const { fillIn } = await import('./choices.ts');
  await fillIn(session, command, missing, into);
}
