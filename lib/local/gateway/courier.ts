import { createHmac } from 'node:crypto';
import type { Log } from '#lib/local/log.ts';
import type { Book, GatewayKeys } from './book.ts';
import { type Entity, newGatewayId, nowSeconds } from './entities.ts';
import type { Faults } from './faults.ts';

/** Delivers signed events to the merchant, and repeats those that the merchant did not accept. */
export interface Courier {
  /** Sends these events this many times each; settles once each was tried that often. */
  send(names: readonly string[], parts: Record<string, Entity | undefined>, times: number): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  book: Book;
  keys: GatewayKeys;
  faults: Faults;
  log: Pick<Log, 'warn'>;
  /** The address of the merchant's webhook. */
  url: string;
  /** Milliseconds before the first repetition; the pause doubles each time. */
  retryDelayMs?: number;
}

/** The time that a merchant has to accept an event, and the number of attempts: 24 hours in all. */
const timeoutMs = 5_000;
const maxAttempts = 17;

/** Sends an event once, and answers whether the merchant accepted it. */
function attempt(
  { body, event_id }: Entity,
  { keys, url }: Pick<Options, 'keys' | 'url'>,
  closing: AbortSignal,
): Promise<boolean> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Razorpay-Webhook/v1',
    'x-razorpay-signature': createHmac('sha256', keys.webhook_secret).update(body).digest('hex'),
    'x-razorpay-event-id': event_id,
  };
  const signal = AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)]);
  return fetch(url, { method: 'POST', headers, body, signal }).then(
    async (reply) => {
      await reply.arrayBuffer();
      return reply.ok;
    },
    () => false,
  );
}

/** Opens the courier. Events that were not accepted before the last stop are tried again at once. */
export function openCourier({ book, keys, faults, log, url, retryDelayMs = 1_000 }: Options): Courier {
  const timers = new Map<string, NodeJS.Timeout>();
  const underway = new Set<Promise<unknown>>();
  const closing = new AbortController();

  const tracked = <T>(work: Promise<T>): Promise<T> => {
    underway.add(work);
    return work.finally(() => underway.delete(work));
  };
  const deliver = async (delivery: Entity): Promise<void> => {
    timers.delete(delivery.id);
    if (closing.signal.aborted) return;
    if (await attempt(delivery, { keys, url }, closing.signal)) return book.remove(delivery.id);
    if (closing.signal.aborted) return;
    const attempts = delivery.attempts + 1;
    if (attempts >= maxAttempts) {
      log.warn(`gateway: webhook ${delivery.event_id} was not taken in ${maxAttempts} attempts`);
      return book.remove(delivery.id);
    }
    const next = { ...delivery, attempts };
    book.put(next);
    later(next, retryDelayMs * 2 ** (attempts - 1));
  };
  const later = (delivery: Entity, ms: number) => {
    timers.set(
      delivery.id,
      setTimeout(() => void tracked(deliver(delivery)), ms),
    );
  };
  for (const delivery of book.list('delivery')) later(delivery, retryDelayMs);

  return {
    async send(names, parts, times) {
      const events = names.map((name) => eventOf(name, parts));
      if (faults.reverse_webhooks) events.reverse();
      const deliveries = events.flatMap((event) => Array.from({ length: times }, () => newDelivery(event)));
      if (deliveries.length > 0) book.put(...deliveries);
      for (const delivery of deliveries) await tracked(deliver(delivery));
    },
    async close() {
      closing.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(underway);
    },
  };
}

function eventOf(name: string, parts: Record<string, Entity | undefined>) {
  const named = Object.entries(parts).filter(([part, entity]) => entity && isContained(name, part));
  const body = {
    entity: 'event',
    account_id: 'acc_simulator00000',
    event: name,
    contains: named.map(([part]) => part),
    payload: Object.fromEntries(named.map(([part, entity]) => [part, { entity }])),
    created_at: nowSeconds(),
  };
  return { id: newGatewayId('evt'), body: JSON.stringify(body) };
}

/** An event of a payment contains the payment; one of an order or a refund contains its payment too. */
function isContained(name: string, part: string): boolean {
  const subject = name.split('.')[0];
  return part === subject || (part === 'payment' && subject !== 'token');
}

const newDelivery = ({ id, body }: { id: string; body: string }): Entity => ({
  id: newGatewayId('dlv'),
  entity: 'delivery',
  event_id: id,
  body,
  attempts: 0,
  created_at: nowSeconds(),
});
