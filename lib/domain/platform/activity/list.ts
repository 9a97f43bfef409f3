import type { Context } from '#lib/domain/platform/context.ts';
import { openPage } from '#lib/domain/platform/lists.ts';
import type { ActivityEvent, ActivityQuery } from '#lib/model/platform/activity.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { eventTypes, namesType, readingAction } from '#lib/model/platform/event-types.ts';
import { idFloor } from '#lib/model/platform/ids.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { keptFor, readFeed } from '#lib/store/platform/feed.ts';
import { type Placing, placeEvents } from './place.ts';

/** A page of the feed, oldest first. */
export interface ActivityPage {
  events: ActivityEvent[];
  next_cursor: string;
}

/**
 * The events of the caller's account after an event, in pages, or the newest `limit`, whose cursor leads to older ones.
 * Each page is oldest first (contract 4.11). It includes everything that was committed before the request. Billing, IAM
 * and team events are left out for a caller who may not read their data; 403 where the request names such a type.
 */
export async function listActivity(context: Context, query: ActivityQuery, placing: Placing): Promise<ActivityPage> {
  const { account_id } = context.principal;
  const types = await readableTypes(context, query.type);
  const filter = filterOf(types, query.resource);
  await placeEvents(account_id, placing);
  const { limit, cursor, type, resource } = query;
  const page = await openPage(context, 'activity', { limit, cursor, sort: 'created_at', type, resource });
  const oldest = idFloor('event', new Date(context.now.getTime() - keptFor * 1000));
  const newestFirst = page.after ? page.after.name === backwards : query.after === undefined;
  const range = newestFirst
    ? { after: oldest, before: page.after?.id, readAtMost: newestAtMost }
    : { after: later(oldest, page.after?.id ?? query.after), readAtMost: pageAtMost };
  const { events, last } = await readFeed(account_id, { ...range, newestFirst, limit, filter });
  const name = newestFirst ? backwards : '';
  return {
    events: newestFirst ? events.reverse() : events,
    next_cursor: await page.cursorOf(last === '' ? undefined : { id: last, name }),
  };
}

/** The name in cursors that lead to older events. */
const backwards = 'before';

/** The maximum number of events that a page of the newest, or of older ones, examines. */
const newestAtMost = 10_000;
/** The maximum number of events that a page after an event examines (contract 1.8). */
const pageAtMost = 1000;

const later = (one: string, other = ''): string => (other > one ? other : one);

/** The event types of the reply; undefined for all of them. */
async function readableTypes(context: Context, pattern: string | undefined): Promise<string[] | undefined> {
  const patterns = pattern?.split(',') ?? ['*'];
  const wanted = eventTypes.filter((type) => patterns.some((each) => namesType(each, type)));
  const actions = [...new Set(wanted.flatMap((type) => readingAction(type) ?? []))];
  const refused = new Set<string>();
  for (const action of actions) if (!(await context.allows(action, '*'))) refused.add(action);
  if (pattern === undefined && refused.size === 0) return undefined;
  const readable = wanted.filter((type) => !refused.has(readingAction(type) ?? ''));
  const named = patterns.filter((each) => each !== '*');
  const denied = named.find((each) => !readable.some((type) => namesType(each, type)));
  if (denied !== undefined) {
    const action = readingAction(denied) ?? '';
    throw new ApiError(
      'access_denied',
      `user ${context.principal.name} is not authorised to perform ${action}, which events of type ${denied} need`,
    );
  }
  return readable;
}

function filterOf(types: readonly string[] | undefined, resource: string | undefined): Clause<ActivityEvent>[] {
  const filter: Clause<ActivityEvent>[] = [];
  if (types) filter.push(['type', 'in', types]);
  if (resource !== undefined) filter.push(['resource', 'in', resource.split(',')]);
  return filter;
}
