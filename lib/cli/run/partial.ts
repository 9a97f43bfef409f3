import { valueAt } from '#lib/cli/output/cells.ts';
import type { Command, Flag } from '#lib/cli/table/types.ts';
import type { AnyArgs } from '#lib/client/outgoing.ts';
import { placed } from './placed.ts';
import type { Prepared } from './request.ts';
import type { Session } from './session.ts';

/** What an update is to change. */
export interface Asked {
  readonly prepared: Prepared;
  readonly removedTags: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** The operation that shows what an update changes. */
const shows = ({ operation }: Command): string => operation.replace(/^update/, 'get');

/**
 * The arguments of a request. An update replaces tags and objects whole: what is not named of them is taken from the
 * resource as it is, and the change is refused where the resource was changed meanwhile.
 */
export async function withTheRest(
  session: Session,
  command: Command,
  { prepared, removedTags }: Asked,
): Promise<AnyArgs> {
  const { args, nested } = prepared;
  const changes = (args.body ?? {}) as Fields;
  const isTagged = changes.tags !== undefined || removedTags.length > 0;
  if (command.method !== 'PATCH' || !(isTagged || nested.length > 0)) return args;
  const { body: _, ...path } = args;
  const { body: shown, etag } = await session.client.request(shows(command), path);
  const rest = placed(restOf(command, nested, shown));
  const whole = Object.fromEntries(
    nested.map((name) => [name, { ...(rest[name] as Fields), ...(changes[name] as Fields) }]),
  );
  return {
    ...path,
    body: { ...changes, ...whole, ...(isTagged && { tags: tagsOf(shown as Fields, changes, removedTags) }) },
    ...(etag !== undefined && command.takes.includes('ifMatch') && { ifMatch: etag }),
  };
}

/** What these objects of a resource have that the command can set. */
function restOf({ flags }: Command, objects: readonly string[], shown: unknown): { flag: Flag; value: unknown }[] {
  const own = flags.filter(({ in: place, at }) => place === 'body' && at.length > 1 && objects.includes(at[0] ?? ''));
  const values = own.map((flag) => ({ flag, value: valueAt(shown, flag.at.join('.')) }));
  return values.filter(({ flag, value }) => value !== undefined && (value !== null || flag.nullable === true));
}

function tagsOf({ tags = {} }: Fields, changes: Fields, removed: readonly string[]): Fields {
  const kept = Object.entries(tags as Fields).filter(([key]) => !removed.includes(key));
  return { ...Object.fromEntries(kept), ...(changes.tags as Fields) };
}
