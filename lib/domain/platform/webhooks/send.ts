import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { namesType } from '#lib/model/platform/event-types.ts';
import {
  type DeliveryRecord,
  dueDeliveries,
  dueWebhookEvents,
  fanOut,
  type WebhookEventRecord,
  webhookEventsAt,
} from '#lib/store/platform/deliveries.ts';
import { currentGeneration } from '#lib/store/platform/generations.ts';
import { type WebhookRecord, webhooksOf } from '#lib/store/platform/webhooks.ts';
import { deliver } from './deliver.ts';

/** The number of webhooks that receive deliveries at the same time. */
const concurrency = 20;

/** The maximum number of deliveries by one scheduled task. */
const maxDeliveries = 2000;

/**
 * Milliseconds after which no further attempt begins: a scheduled task has at least 29 s, and one attempt may take 5 s.
 */
const budget = 20_000;

/**
 * Fans new events out to the webhooks that subscribe to them, and makes every due attempt. The deliveries of one
 * webhook run one after the other, so that it receives events in order. The next scheduled task continues where time
 * runs out.
 */
export const sendWebhookEvents = (): Promise<{ next_at: string | null }> => send(dueWebhookEvents);

/**
 * The same with the events that have these partition keys, which the table's stream reports: the index may not show
 * them yet.
 */
export async function sendNewWebhookEvents(partitions: readonly string[]): Promise<void> {
  await send(async function* () {
    yield* await webhookEventsAt(partitions);
  });
}

async function send(
  events: (started: number) => AsyncIterable<WebhookEventRecord>,
): Promise<{ next_at: string | null }> {
  const started = realNow().getTime();
  const isOver = () => realNow().getTime() > started + budget;
  const due: DeliveryRecord[] = [];
  for await (const event of events(started)) {
    if (isOver()) break;
    due.push(...(await fanOutToWebhooks(event, started)));
  }
  for await (const record of dueDeliveries(started)) {
    if (due.push(record) >= maxDeliveries) break;
  }
  const failures = await inLanes(lanesOf(due), isOver);
  if (failures.length > 0) throw failures[0];
  return { next_at: isOver() ? rfc3339(civilNow()) : null };
}

async function fanOutToWebhooks(event: WebhookEventRecord, due: number): Promise<DeliveryRecord[]> {
  const generation = await currentGeneration(event.account_id);
  const subscribed = (await webhooksOf(event.account_id, generation)).filter(
    ({ webhook, revoked }) =>
      webhook.status === 'active' &&
      !revoked &&
      isLater(event, webhook) &&
      webhook.event_types.some((pattern) => namesType(pattern, event.event_type)),
  );
  const ids = subscribed.map(({ webhook }) => webhook.id);
  return fanOut(event, ids, due);
}

/** Whether an event was committed after a webhook's creation, which is not an event for the webhook itself. */
const isLater = (
  { left_at = Number.POSITIVE_INFINITY, event_type, resource }: WebhookEventRecord,
  webhook: WebhookRecord,
) => left_at >= (webhook.since ?? 0) && !(event_type === 'webhook.created' && resource?.endsWith(webhook.id));

/** The due deliveries of each webhook in order, without duplicates: a new delivery may already be in the index. */
function lanesOf(due: readonly DeliveryRecord[]): DeliveryRecord[][] {
  const lanes = new Map<string, Map<string, DeliveryRecord>>();
  for (const record of due) {
    const lane = lanes.get(record.webhook_id) ?? new Map<string, DeliveryRecord>();
    lanes.set(record.webhook_id, lane.set(record.event_id, record));
  }
  return [...lanes.values()].map((lane) => [...lane.values()].sort((a, b) => (a.event_id < b.event_id ? -1 : 1)));
}

/** Works through the lanes, several at a time. Returns the failures that are not the webhook's own. */
async function inLanes(lanes: DeliveryRecord[][], isOver: () => boolean): Promise<unknown[]> {
  const failures: unknown[] = [];
  const rest = lanes.values();
  const worker = async () => {
    for (const lane of rest) await work(lane, isOver).catch((error) => failures.push(error));
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return failures;
}

async function work(lane: readonly DeliveryRecord[], isOver: () => boolean): Promise<void> {
  for (const record of lane) {
    if (isOver()) return;
    await deliver(record);
  }
}
