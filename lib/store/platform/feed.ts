import type { ActivityEvent } from '#lib/model/platform/activity.ts';
import type { Stored } from '#lib/store/entity.ts';
import { activityIndex } from '#lib/store/indexes.ts';
import { type Key, keys } from '#lib/store/keys.ts';
import type { Listed, Records } from '#lib/store/records.ts';
import { activityShard, type UnplacedActivity, type UnplacedEvent } from './activity.ts';
import type { Clause } from './expressions.ts';
import type { endOfFeed } from './feed.entity.ts';
import { due, type Found, get, type Item, query } from './read.ts';
import { put, remove, update, type Write } from './write.ts';

/** The last event of an account's feed. Ids always rise: the next one is later than `ms`, whatever the clock says. */
export type FeedEnd = Stored<typeof endOfFeed>;

/** The seconds for which an event is kept (contract 4.11: 30 days). */
export const keptFor = 30 * 86_400;

export const feedEnd = (account: string): Promise<FeedEnd | undefined> => get(keys.feedEnd(account));

/** The oldest transactions whose events are not in the feed yet, by one strong read. */
export const unplacedOf = async (account: string, limit: number): Promise<UnplacedActivity[]> =>
  (await query({ pk: keys.unplaced(account, '').pk, limit })).items;

/** Transactions whose events are not in the feed yet, oldest first. */
export const dueUnplaced = () => due(activityIndex, '~', activityShard);

/** The current record of a resource whose event contains only a part of it; undefined where it no longer exists. */
export const recordNow = (account: string, noun: Listed, id: string): Promise<Item | undefined> =>
  get(keys.listed(account, noun, id));

/** The account whose unplaced events have this partition key; undefined for another item. */
export const accountOfUnplaced = (pk: string): string | undefined => /^UNPLACED#(.+)$/.exec(pk)?.[1];

/** Moves the end of the feed. Stale where another process moved it. */
export const moveFeedEnd = (account: string, from: FeedEnd | undefined, to: FeedEnd): Write =>
  put({ ...keys.feedEnd(account), ...to }, from ? [['event_id', '=', from.event_id]] : [['pk', 'absent']]);

/** Puts an event into the feed, for 30 days after `seconds` (epoch). */
export const putFeedEvent = (account: string, event: ActivityEvent, seconds: number): Write =>
  put({ ...keys.feed(account, event.id), ...event, ttl: seconds + keptFor });

/** When a failure was last mailed (civil clock, epoch milliseconds); undefined where this was never or long ago. */
export const lastFailureMail = async (account: string, subject: string): Promise<number | undefined> =>
  (await get(keys.failureMail(account, subject)))?.mailed_at;

/** Records that a failure is mailed at `to`. Stale where one has been mailed since `from`. */
export const putFailureMail = (
  account: string,
  subject: string,
  { from, to }: { from: number | undefined; to: number },
): Write =>
  put({ ...keys.failureMail(account, subject), mailed_at: to, ttl: Math.floor(to / 1000) + 2 * 86_400 }, [
    from === undefined ? ['pk', 'absent'] : ['mailed_at', '=', from],
  ]);

/** Removes events from the unplaced ones of a transaction; `rest` are those that stay. */
export function takeUnplaced({ pk, sk }: UnplacedActivity, rest: readonly UnplacedEvent[]): Write {
  const key: Key<Records['unplaced']> = { pk, sk };
  if (rest.length === 0) return remove(key, [['pk', 'exists']]);
  return update(key, { set: { events: rest } }, [['pk', 'exists']]);
}

/** What to read of a feed. */
export interface FeedRange {
  /** Only events after this id. */
  after: string;
  /** Only events before this id. Not allowed with oldest first. */
  before?: string | undefined;
  newestFirst: boolean;
  limit: number;
  filter: readonly Clause<ActivityEvent>[];
  /** The maximum number of events to read, including those that the filter leaves out. */
  readAtMost: number;
}

const withoutKeys = ({ pk: _, sk: __, ttl: ___, ...event }: Found<ActivityEvent>): ActivityEvent => event;

/** Events of an account in the order of the range, and the id after which more may follow; "" at the end. */
export async function readFeed(account: string, range: FeedRange) {
  const { after, before, newestFirst, limit, filter, readAtMost } = range;
  const { pk } = keys.feed(account, '');
  const events: Found<ActivityEvent>[] = [];
  let from: Record<string, unknown> | undefined = before === undefined ? undefined : { ...keys.feed(account, before) };
  for (let read = 0; read < readAtMost; ) {
    const size = filter.length === 0 ? limit + 1 : 200;
    const page = await query({
      pk,
      between: [`${after}~`, '~'],
      newestFirst,
      filter,
      limit: size,
      after: from,
    });
    read += size;
    events.push(...page.items);
    from = page.last;
    if (events.length > limit || !from) break;
  }
  const shown = events.slice(0, limit).map(withoutKeys);
  if (events.length > limit) return { events: shown, last: shown.at(-1)?.id ?? '' };
  return { events: shown, last: from ? String(from.sk) : '' };
}
