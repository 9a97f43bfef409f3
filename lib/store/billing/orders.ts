import type { Stored } from '#lib/store/entity.ts';
import type { AccountRecord } from '#lib/store/identity/accounts.ts';
import { openOrderIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { batchGet, due, firstOfIndex, get } from '#lib/store/platform/read.ts';
import { changing, create, put, transact, unlessStale, type Write } from '#lib/store/platform/write.ts';
import type { MandateRecord } from './mandates.ts';
import type { MeteringRecord } from './metering.ts';
import type { creditedPayment, orderRecord, orderRef } from './orders.entity.ts';
import type { WalletRecord } from './wallets.ts';

/** A credited payment of an order; an order usually has one. */
export type CreditedPayment = Stored<typeof creditedPayment>;

/** The order of a top-up. Amounts, taxes and parties are as of its creation. */
export type OrderRecord = Stored<typeof orderRecord>;

/** The account and order that an order of the gateway belongs to. */
export type OrderRef = Stored<typeof orderRef>;

export const getOrder = (account: string, order: string) => get(keys.order(account, order));

/** The stored item of an order. Its index keys are set again, since a record that was read carries the old ones. */
const rowOf = (record: OrderRecord) => ({
  ...record,
  ...keys.order(record.account_id, record.id),
  gsi1pk: record.next_check_at ? openOrderIndex : undefined,
  gsi1sk: record.next_check_at ?? undefined,
});

/** Stores a new order, which is also found by the gateway's id. */
export function createOrder(record: OrderRecord): Write[] {
  const ref: OrderRef = { account_id: record.account_id, order_id: record.id };
  return [
    changing('order', undefined, record, create(rowOf(record))),
    create({ ...keys.gatewayOrder(record.gateway_order_id), ...ref }),
  ];
}

/** Stores the account that an order of the gateway belongs to, if it is not a top-up. */
export const putOrderRef = (order: string, ref: OrderRef): Write => put({ ...keys.gatewayOrder(order), ...ref });

/** Changes an order that was read. Stale when it has changed since. */
export function changeOrder(old: OrderRecord, change: Partial<OrderRecord>): { order: OrderRecord; write: Write } {
  const order = { ...old, ...change, version: old.version + 1 };
  return { order, write: changing('order', old, order, put(rowOf(order), [['version', '=', old.version]])) };
}

/** The owner of a gateway's order, and whether this event was already handled, by one strong read. */
export async function readEventOf(order: string, event: string) {
  const [ref, seen] = await batchGet([keys.gatewayOrder(order), keys.seenAtGateway(event)]);
  return { ref, seen: seen !== undefined };
}

export const getOrderRef = (order: string) => get(keys.gatewayOrder(order));

/** Which of these orders of the gateway (≤ 100) belong to no account yet. */
export async function unknownOrders(orders: readonly string[]): Promise<Set<string>> {
  const found = await batchGet(orders.map(keys.gatewayOrder));
  return new Set(orders.filter((_, at) => found[at] === undefined));
}

/** What a posting needs: an order, the wallet that it credits, and the last number of a series of documents. */
export interface PostingInputs {
  order: OrderRecord | undefined;
  wallet: WalletRecord | undefined;
  /** Needed to end a suspension. */
  account: AccountRecord | undefined;
  metering: MeteringRecord | undefined;
  /** Needed to announce a debit. */
  mandate: MandateRecord | undefined;
  last: number;
}

/** Reads the inputs of a posting by one strong read. */
export async function readForPosting(
  { account_id, order_id }: OrderRef,
  kind: string,
  year: string,
): Promise<PostingInputs> {
  const [order, wallet, series, account, metering, mandate] = await batchGet([
    keys.order(account_id, order_id),
    keys.wallet(account_id),
    keys.invoiceSeries(kind, year),
    keys.account(account_id),
    keys.metering(account_id),
    keys.mandate(account_id),
  ]);
  return {
    order,
    wallet,
    account,
    metering,
    mandate,
    last: series?.last ?? 0,
  };
}

/** Orders that are due for a check at this moment (RFC 3339), by an index, which may be slightly behind. */
export const dueOrders = (now: string) => due(openOrderIndex, now);

/** When the next order is due for a check, or null. */
export async function nextOrderCheck(): Promise<string | null> {
  return (await firstOfIndex(openOrderIndex))?.next_check_at ?? null;
}

/** Records that an event or refund of the gateway was handled, until `ttl` (epoch seconds). */
export const markSeen = (what: string, ttl: number): Write => put({ ...keys.seenAtGateway(what), ttl });

/** Which of these events or refunds (≤ 100) were not handled yet. */
export async function filterUnseen(what: readonly string[]): Promise<Set<string>> {
  const found = await batchGet(what.map(keys.seenAtGateway));
  return new Set(what.filter((_, at) => found[at] === undefined));
}

/** Up to when (RFC 3339) the gateway was asked for refunds; undefined before the first time. */
export const refundsThrough = async (): Promise<string | undefined> => (await get(keys.refundCursor()))?.through;

export const saveRefundsThrough = (through: string): Promise<void> =>
  transact([put({ ...keys.refundCursor(), through })]);

/** Records, once, a payment that does not match its order, together with other writes. An operator resolves it. */
export async function saveMismatch(
  account_id: string,
  payment: string,
  what: { found_at: string; findings: string[] },
  also: Write[],
): Promise<void> {
  await unlessStale(transact([create({ ...keys.difference(account_id, payment), account_id, ...what }), ...also]));
}
