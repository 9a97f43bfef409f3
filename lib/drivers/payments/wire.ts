import type { GatewayOrder, GatewayPayment, GatewayRefund } from './gateway.ts';

/** An entity as Razorpay sends it, in replies and in webhooks. */
// biome-ignore lint/suspicious/noExplicitAny: checked where it is read
export type Wire = Record<string, any>;

export const orderOf = ({ id, receipt, status, amount }: Wire): GatewayOrder => ({
  id: text(id),
  receipt: receipt ?? null,
  status,
  amount_paise: paise(amount),
});

export const paymentOf = ({
  id,
  order_id,
  status,
  amount,
  currency,
  token_id,
  error_description,
}: Wire): GatewayPayment => ({
  id: text(id),
  order_id: order_id ?? null,
  status,
  amount_paise: paise(amount),
  currency: text(currency),
  token_id: token_id ?? null,
  failure: error_description ?? null,
});

export const refundOf = ({ id, payment_id, status, amount }: Wire): GatewayRefund => ({
  id: text(id),
  payment_id: text(payment_id),
  status,
  amount_paise: paise(amount),
});

function text(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new TypeError('the payment gateway sent no text where one must be');
}

function paise(value: unknown): number {
  const amount = Number(value);
  if (Number.isSafeInteger(amount) && amount >= 0) return amount;
  throw new TypeError('the payment gateway sent an amount that is not in whole paise');
}
