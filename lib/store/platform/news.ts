import type { EventType } from '#lib/model/platform/webhook.ts';
import { deliveryIndex, keys, newsIndex } from '#lib/store/keys.ts';
import { all } from './read.ts';
import { create, put, remove, Stale, transact, update, type Write } from './write.ts';

/** Something that happened, committed with what made it happen; gone once it is on its way to every webhook. */
export interface NewsRecord {
  event_id: string;
  account_id: string;
  event_type: EventType;
  /** The request's body, the same bytes at every attempt. */
  body: string;
}

/** An event on its way to one webhook. */
export interface DeliveryRecord extends NewsRecord {
  webhook_id: string;
  /** Attempts begun so far. */
  attempts: number;
}

/** Epoch milliseconds (real clock) as text that sorts. */
const sortable = (ms: number) => String(ms).padStart(15, '0');

export const putNews = (record: NewsRecord, due: number): Write =>
  put({ ...keys.news(record.event_id), gsi1pk: newsIndex, gsi1sk: sortable(due), ...record });

/** Events that are not on their way yet, oldest first; through an index, which may be a moment behind. */
export const dueNews = (now: number) => all<NewsRecord>({ pk: newsIndex, index: 'gsi1', upTo: sortable(now) });

const keyOf = ({ event_id, webhook_id }: DeliveryRecord) => keys.delivery(event_id, webhook_id);

/** Sends an event on its way to these webhooks (at most 80), once; no deliveries where somebody else did. */
export async function fanOut(news: NewsRecord, webhooks: readonly string[], due: number): Promise<DeliveryRecord[]> {
  const { event_id, account_id, event_type, body } = news;
  const event = { event_id, account_id, event_type, body, attempts: 0 };
  const deliveries = webhooks.map((webhook_id): DeliveryRecord => ({ ...event, webhook_id }));
  const begun = transact([
    remove(keys.news(event_id), [['pk', 'exists']]),
    ...deliveries.map((record) =>
      create({ ...keyOf(record), gsi1pk: deliveryIndex, gsi1sk: sortable(due), ...record }),
    ),
  ]);
  return (await ifFirst(begun)) ? deliveries : [];
}

/** Deliveries that are due, oldest first; through an index, which may be a moment behind. */
export const dueDeliveries = (now: number) =>
  all<DeliveryRecord>({ pk: deliveryIndex, index: 'gsi1', upTo: sortable(now) });

/**
 * Begins the next attempt, which is due again at `again` should nobody hear of this one; false where somebody else began
 * it, or it is over.
 */
export const beginAttempt = (record: DeliveryRecord, again: number): Promise<boolean> =>
  ifFirst(
    transact([
      update(keyOf(record), { set: { attempts: record.attempts + 1, gsi1sk: sortable(again) } }, [
        ['attempts', '=', record.attempts],
      ]),
    ]),
  );

/** Has an attempt made again at `due`, unless that has begun already. */
export const postponeDelivery = (record: DeliveryRecord, due: number): Write =>
  update(keyOf(record), { set: { gsi1sk: sortable(due) } }, [['attempts', '=', record.attempts]]);

/** Ends a delivery, whatever became of it. */
export const endDelivery = (record: DeliveryRecord): Write => remove(keyOf(record));

async function ifFirst(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof Stale) return false;
    throw error;
  }
}
