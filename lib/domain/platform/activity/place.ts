import { commitEffect } from '#lib/domain/platform/commit.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import type { ActivityEvent } from '#lib/model/platform/activity.ts';
import { namesType } from '#lib/model/platform/event-types.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { type ResourceKind, resourceKinds } from '#lib/model/platform/resource-kinds.ts';
import type { UnplacedActivity, UnplacedEvent } from '#lib/store/platform/activity.ts';
import { putWebhookEvent } from '#lib/store/platform/deliveries.ts';
import {
  type FeedEnd,
  feedEnd,
  moveFeedEnd,
  putFeedEvent,
  recordNow,
  takeUnplaced,
  unplacedOf,
} from '#lib/store/platform/feed.ts';
import { currentGeneration } from '#lib/store/platform/generations.ts';
import type { Item } from '#lib/store/platform/read.ts';
import { webhooksOf } from '#lib/store/platform/webhooks.ts';
import type { Write } from '#lib/store/platform/write.ts';
import type { Listed } from '#lib/store/records.ts';
import { failureMails, type OwnerAddress } from './failure-mail.ts';

/**
 * The functions of higher-level wings that an account's events need: the data of webhooks, and whom to mail about a
 * failure.
 */
export interface Placing {
  showRecords: ShowRecords;
  ownerAddress: OwnerAddress;
}

/** Shows a record of a kind as the resource's GET does, without user data and secrets. */
export type ShowRecords = () => Promise<Readonly<Partial<Record<ResourceKind, (record: Item) => object>>>>;

/** The number of transactions whose events are placed together. */
const atOnce = 10;

/** The maximum number of events in one transaction: each may need four writes, and DynamoDB takes 100. */
const eventsAtOnce = 20;

/**
 * Gives the events of an account's transactions their positions in the feed, in the order of the transactions, and
 * queues those that webhooks subscribe to for delivery. Failures are mailed to the owner. Several processes may do this
 * at the same time: each event gets one position. A crash before the end changes nothing.
 */
export async function placeEvents(account: string, placing: Placing): Promise<void> {
  while (await retryOnConflict(() => placeSome(account, placing), 24)) {
    // The next transactions' events follow.
  }
}

/** Places the events of the oldest transactions. False where there were none. */
async function placeSome(account: string, { showRecords, ownerAddress }: Placing): Promise<boolean> {
  const [end, unplaced] = await Promise.all([feedEnd(account), unplacedOf(account, atOnce)]);
  if (unplaced.length === 0) return false;
  const patterns = await subscriptions(account);
  const writes: Write[] = [];
  const events: ActivityEvent[] = [];
  let last: FeedEnd = end ?? { event_id: '', ms: 0 };
  for (const { activity, taken, rest } of batchOf(unplaced)) {
    for (const event of taken) {
      last = idAfter(last);
      const full = await completed(account, event);
      const placed = placedAs(last.event_id, full);
      events.push(placed);
      writes.push(putFeedEvent(account, placed, Math.floor(last.ms / 1000)));
      const isNews = patterns.some((pattern) => namesType(pattern, event.type));
      if (isNews) writes.push(await newsOf(placed, full, activity, showRecords));
    }
    writes.push(takeUnplaced(activity, rest));
  }
  const mails = await failureMails(account, events, ownerAddress);
  const { letters } = mails;
  await commitEffect({ writes: [moveFeedEnd(account, end, last), ...writes, ...mails.writes], letters });
  return true;
}

/** The oldest transactions whose events fit into one transaction, and the events of the last one that remain. */
function batchOf(unplaced: readonly UnplacedActivity[]) {
  let room = eventsAtOnce;
  return unplaced.flatMap((activity) => {
    if (room === 0) return [];
    const taken = activity.events.slice(0, room);
    room -= taken.length;
    return { activity, taken, rest: activity.events.slice(taken.length) };
  });
}

/** The next id of a feed: at the current civil time, or a millisecond after the last id if the clock is behind it. */
function idAfter({ ms: before }: FeedEnd): FeedEnd {
  const ms = Math.max(civilNow().getTime(), before + 1);
  return { event_id: newId('event', new Date(ms)), ms };
}

/** The patterns that the account's webhooks subscribe to. */
async function subscriptions(account: string): Promise<string[]> {
  const webhooks = await webhooksOf(account, await currentGeneration(account));
  return webhooks.flatMap(({ webhook, revoked }) =>
    webhook.status === 'active' && !revoked ? webhook.event_types : [],
  );
}

/** The event with the record of its resource and its name, if its transaction knew only a part of them. */
async function completed(account: string, event: UnplacedEvent): Promise<UnplacedEvent> {
  if (!event.kind || event.record) return event;
  const noun = resourceKinds[event.kind].type as Listed;
  const record = await recordNow(account, noun, event.resource.slice(event.resource.lastIndexOf('/') + 1));
  if (!record) return event;
  return { ...event, record, name: record.name, message: event.message.replace(record.id, () => record.name) };
}

const placedAs = (id: string, event: UnplacedEvent): ActivityEvent => ({
  id,
  at: event.at ?? rfc3339(civilNow()),
  type: event.type,
  resource: event.resource,
  name: event.name,
  status: event.status,
  actor: event.actor,
  request_id: event.request_id,
  message: event.message,
});

/** The event in the form that webhooks receive. */
async function newsOf(
  { id, at, type, resource }: ActivityEvent,
  { kind, record, data }: UnplacedEvent,
  { account_id, left_at }: UnplacedActivity,
  show: ShowRecords,
): Promise<Write> {
  const shown = kind && record ? (await show())[kind]?.(record) : undefined;
  const body = JSON.stringify({ id, type, created_at: at, account_id, data: data ?? shown ?? {} });
  const event = { event_id: id, account_id, event_type: type, resource, left_at, body };
  return putWebhookEvent(event, realNow().getTime());
}
