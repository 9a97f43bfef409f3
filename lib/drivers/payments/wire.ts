import { type GatewayOrder, type GatewayPayment, type GatewayRefund, GatewayUnknown } from './gateway.ts';

/** An entity as Razorpay sends it, in replies and in webhooks. */
// biome-ignore lint/suspicious/noExplicitAny: checked where it is read
export type Wire = Record<string, any>;

/**
 * Reads an order. Like the other readers, it throws GatewayUnknown when a field is missing or malformed, so that the
 * gateway is asked again.
 */
export const orderOf = ({ id, receipt, status, amount }: Wire): GatewayOrder => ({
  id: madeId({ id }),
  receipt: receipt ?? null,
  status,
  amount_paise: paise(amount),
});

const paymentStatuses = ['created', 'authorized', 'captured', 'refunded', 'failed'] as const;

export const paymentOf = (wire: Wire): GatewayPayment => ({
  id: madeId(wire),
  order_id: idOf(wire.order_id) ?? null,
  status: needed('status', oneOf(paymentStatuses, wire.status)),
  amount_paise: paise(wire.amount),
  currency: needed('currency', short(wire.currency)),
  token_id: idOf(wire.token_id) ?? null,
  invoice_id: idOf(wire.invoice_id) ?? null,
  failure: short(wire.error_description) ?? null,
  at: moment(wire.created_at),
});

export const refundOf = ({ id, payment_id, status, amount }: Wire): GatewayRefund => ({
  id: madeId({ id }),
  payment_id: needed('payment_id', idOf(payment_id)),
  status: needed('status', oneOf(['pending', 'processed', 'failed'] as const, status)),
  amount_paise: paise(amount),
});

/** The id of an entity. */
export const madeId = ({ id }: Wire): string => needed('id', idOf(id));

/** The entities of a list. */
export const itemsOf = ({ items }: Wire): Wire[] => needed('items', Array.isArray(items) ? items : undefined);

/** An id in Razorpay's characters and length: it becomes part of a key of the table, and of a path at Razorpay. */
export const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value) ? value : undefined;

/** The maximum length of the gateway's texts that are kept. */
const maxTextLength = 256;

/** A text of the gateway, cut to 256 characters; undefined when it is not a text. */
export const short = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, maxTextLength).toWellFormed() : undefined;

const oneOf = <T extends string>(words: readonly T[], value: unknown): T | undefined =>
  words.find((word) => word === value);

function needed<T>(name: string, value: T | undefined): T {
  if (value !== undefined) return value;
  throw new GatewayUnknown(`it sent no ${name} where one must be`);
}

/** A time from epoch seconds; null when it is malformed, since no amount depends on it. */
const moment = (value: unknown): Date | null =>
  typeof value === 'number' && value > 0 && value < 2 ** 36 ? new Date(value * 1000) : null;

/** An amount, which Razorpay sends as a number, and in some places as digits in a string. */
function paise(value: unknown): number {
  const amount = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof amount === 'number' && Number.isSafeInteger(amount) && amount >= 0) return amount;
  throw new GatewayUnknown('it sent an amount that is not in whole paise');
}
