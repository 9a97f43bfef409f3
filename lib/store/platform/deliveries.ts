import type { Stored } from '#lib/store/entity.ts';
import { deliveryIndex, webhookEventIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import type { deliveryRecord, webhookEventRecord } from './deliveries.entity.ts';
import { all, get, manyOf } from './read.ts';
import { create, put, remove, transact, unlessStale, update, type Write } from './write.ts';

/** An event, committed in the transaction of its cause. It is deleted once it has a delivery for every webhook. */
export type WebhookEventRecord = Stored<typeof webhookEventRecord>;

/** An event to be sent to one webhook. */
export type DeliveryRecord = Stored<typeof deliveryRecord>;

/** Epoch milliseconds (real clock) as text that sorts. */
const sortable = (ms: number) => String(ms).padStart(15, '0');

export const putWebhookEvent = (record: WebhookEventRecord, due: number): Write =>
  put({ ...keys.webhookEvent(record.event_id), gsi1pk: webhookEventIndex, gsi1sk: sortable(due), ...record });

/** Events without deliveries yet, oldest first. It reads an index, which may be a moment behind. */
export const dueWebhookEvents = (now: number) => all({ pk: webhookEventIndex, index: 'gsi1', upTo: sortable(now) });

/** The events without deliveries yet that have these partition keys, in the same order; other keys are ignored. */
export async function webhookEventsAt(partitions: readonly string[]): Promise<WebhookEventRecord[]> {
  const ids = partitions.flatMap((pk) => /^NEWS#(.+)$/.exec(pk)?.[1] ?? []);
  const found = await manyOf(ids.map((id) => keys.webhookEvent(id)));
  return found.filter((event) => event !== undefined);
}

const keyOf = ({ event_id, webhook_id }: DeliveryRecord) => keys.delivery(event_id, webhook_id);

/**
 * Replaces an event with its deliveries to these webhooks (at most 80). Returns no deliveries where another process did
 * so.
 */
export async function fanOut(
  event: WebhookEventRecord,
  webhooks: readonly string[],
  due: number,
): Promise<DeliveryRecord[]> {
  const { event_id, account_id, event_type, body } = event;
  const unsent = { event_id, account_id, event_type, body, attempts: 0 };
  const deliveries = webhooks.map((webhook_id): DeliveryRecord => ({ ...unsent, webhook_id }));
  const begun = transact([
    remove(keys.webhookEvent(event_id), [['pk', 'exists']]),
    ...deliveries.map((record) =>
      create({ ...keyOf(record), gsi1pk: deliveryIndex, gsi1sk: sortable(due), ...record }),
    ),
  ]);
  return (await unlessStale(begun)) ? deliveries : [];
}

/** Due deliveries, oldest first. It reads an index, which may be a moment behind. */
export const dueDeliveries = (now: number) => all({ pk: deliveryIndex, index: 'gsi1', upTo: sortable(now) });

/**
 * Begins the next attempt. It is due again at `again` unless its outcome is recorded. False where another process began
 * it, or the delivery has ended.
 */
export const beginAttempt = (record: DeliveryRecord, again: number): Promise<boolean> =>
  unlessStale(
    transact([
      update(keyOf(record), { set: { attempts: record.attempts + 1, gsi1sk: sortable(again) } }, [
        ['attempts', '=', record.attempts],
      ]),
    ]),
  );

/** Schedules the next attempt at `due`. Refused where that attempt has begun. */
export const postponeDelivery = (record: DeliveryRecord, due: number): Write =>
  update(keyOf(record), { set: { gsi1sk: sortable(due) } }, [['attempts', '=', record.attempts]]);

/** Ends a delivery, whatever its outcome. */
export const endDelivery = (record: DeliveryRecord): Write => remove(keyOf(record));

/** The seconds for which the body of a delivered event is kept, so that it can be sent again. */
const keptFor = 30 * 86_400;

/** Keeps the body of an event for a webhook that got it. */
export function keepDelivered(record: DeliveryRecord, now: number): Write {
  const { event_id, account_id, event_type, body, webhook_id } = record;
  const ttl = Math.floor(now / 1000) + keptFor;
  return put({ ...keys.delivered(account_id, webhook_id, event_id), event_id, account_id, event_type, body, ttl });
}

/** A kept event of a webhook; undefined where it is no longer kept. */
export const getDelivered = (
  account: string,
  webhook: string,
  event: string,
): Promise<WebhookEventRecord | undefined> => get(keys.delivered(account, webhook, event));
