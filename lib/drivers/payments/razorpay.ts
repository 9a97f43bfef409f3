import { ask } from './client.ts';
import {
  type GatewayOrder,
  type GatewayPayment,
  type GatewayRefund,
  GatewayRefusal,
  GatewayUnknown,
  type PaymentGateway,
} from './gateway.ts';
import { itemsOf, orderOf, paymentOf, refundOf } from './wire.ts';

/** Refunds per request, Razorpay's maximum. */
const page = 100;

/** Razorpay, or the gateway at SVC_GATEWAY_URL. */
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
      return orderOf(await ask('create an order', 'POST', ['orders'], order));
    } catch (error) {
      const existing = error instanceof GatewayUnknown ? await orderUnder(receipt) : undefined;
      if (existing) return existing;
      throw error;
    }
  },
  async payment(id) {
    try {
      return paymentOf(await ask(`show payment ${id}`, 'GET', ['payments', id]));
    } catch (error) {
      if (error instanceof GatewayRefusal && (error.status === 400 || error.status === 404)) return undefined;
      throw error;
    }
  },
  async paymentsOf(order): Promise<GatewayPayment[]> {
    return itemsOf(await ask(`list payments of ${order}`, 'GET', ['orders', order, 'payments'])).map(paymentOf);
  },
  async capture({ id, amount_paise, currency }) {
    const captured = { amount: amount_paise, currency };
    return paymentOf(await ask(`capture ${id}`, 'POST', ['payments', id, 'capture'], captured));
  },
  async *refunds(from, to): AsyncGenerator<GatewayRefund> {
    const seconds = (at: Date) => Math.floor(at.getTime() / 1000);
    const range = { from: seconds(from), to: seconds(to), count: page };
    for (let skip = 0; ; skip += page) {
      const items = itemsOf(await ask('list refunds', 'GET', ['refunds'], { ...range, skip }));
      for (const item of items) yield refundOf(item);
      if (items.length < page) return;
    }
  },
};

/** The order of a receipt, which a request with an unknown outcome may have created. */
async function orderUnder(receipt: string): Promise<GatewayOrder | undefined> {
  const items = itemsOf(await ask('list orders', 'GET', ['orders'], { receipt }));
  const found = items.find((item) => item.receipt === receipt);
  return found && orderOf(found);
}
