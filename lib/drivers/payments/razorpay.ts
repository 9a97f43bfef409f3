import type Razorpay from 'razorpay';
import {
  type GatewayOrder,
  type GatewayPayment,
  type GatewayRefund,
  GatewayRefusal,
  GatewayUnknown,
  type PaymentGateway,
} from './gateway.ts';
import { gatewayKeys } from './keys.ts';
import { orderOf, paymentOf, refundOf, type Wire } from './wire.ts';

/** Milliseconds for one call; the client itself would wait for ever. */
const patience = 5_000;

/** Refunds asked for at once, the most that Razorpay answers. */
const page = 100;

/** Razorpay, or what SVC_GATEWAY_URL names instead of it. */
export const razorpay: PaymentGateway = {
  name: 'razorpay',
  async createOrder({ receipt, amount_paise, notes }) {
    const order = {
      amount: amount_paise,
      currency: 'INR',
      receipt,
      notes,
      payment_capture: true,
      unique_receipt: true,
    };
    try {
      return orderOf(await ask('create an order', (client) => client.orders.create(order)));
    } catch (error) {
      const made = error instanceof GatewayUnknown ? await orderUnder(receipt) : undefined;
      if (made) return made;
      throw error;
    }
  },
  async payment(id) {
    try {
      return paymentOf(await ask(`show payment ${id}`, (client) => client.payments.fetch(id)));
    } catch (error) {
      if (error instanceof GatewayRefusal && (error.status === 400 || error.status === 404)) return undefined;
      throw error;
    }
  },
  async paymentsOf(order): Promise<GatewayPayment[]> {
    const { items } = await ask(`list payments of ${order}`, (client) => client.orders.fetchPayments(order));
    return (items as Wire[]).map(paymentOf);
  },
  async capture({ id, amount_paise, currency }) {
    return paymentOf(await ask(`capture ${id}`, (client) => client.payments.capture(id, amount_paise, currency)));
  },
  async *refunds(from, to): AsyncGenerator<GatewayRefund> {
    const seconds = (at: Date) => Math.floor(at.getTime() / 1000);
    const range = { from: seconds(from), to: seconds(to), count: page };
    for (let skip = 0; ; skip += page) {
      const { items } = await ask('list refunds', (client) => client.refunds.all({ ...range, skip }));
      for (const item of items as Wire[]) yield refundOf(item);
      if (items.length < page) return;
    }
  },
};

/** The order that an unknown outcome may have left. */
async function orderUnder(receipt: string): Promise<GatewayOrder | undefined> {
  const { items } = await ask('list orders', (client) => client.orders.all({ receipt }));
  const [found] = (items as Wire[]).filter((item) => item.receipt === receipt);
  return found && orderOf(found);
}

let opened: { key: string; client: Promise<Razorpay> } | undefined;

/** The client of these keys; its package is loaded when first needed. */
async function clientOf(): Promise<Razorpay> {
  const { key_id, key_secret } = await gatewayKeys();
  const url = process.env.SVC_GATEWAY_URL ?? '';
  const key = JSON.stringify([url, key_id, key_secret]);
  if (opened?.key !== key) opened = { key, client: openClient(url, key_id, key_secret) };
  return opened.client;
}

async function openClient(baseURL: string, key_id: string, key_secret: string): Promise<Razorpay> {
  const { default: Client } = await import('razorpay');
  const client = new Client({ key_id, key_secret });
  // Neither has an option; a machine's own proxy settings are not for its own loopback.
  const { defaults } = (client as unknown as { api: { rq: { defaults: Record<string, unknown> } } }).api.rq;
  Object.assign(defaults, { timeout: patience }, baseURL && { baseURL, proxy: false });
  return client;
}

/** Asks, and tells a refusal from an outcome that nobody knows. */
export async function ask<T>(what: string, call: (client: Razorpay) => Promise<T>): Promise<T> {
  const client = await clientOf();
  try {
    return await call(client);
  } catch (cause) {
    const { statusCode, error } = cause as { statusCode?: number; error?: { description?: string; field?: string } };
    if (statusCode === undefined || statusCode >= 500 || statusCode === 429 || statusCode === 408) {
      throw new GatewayUnknown(statusCode ? `${what} (${statusCode})` : what, { cause });
    }
    throw new GatewayRefusal(statusCode, error?.description ?? `refused with ${statusCode}`, error?.field);
  }
}
