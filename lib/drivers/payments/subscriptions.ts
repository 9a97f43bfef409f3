import { ask } from './client.ts';
import { GatewayRefusal } from './gateway.ts';
import { idOf, itemsOf, madeId, type Wire } from './wire.ts';

/** A subscription as the gateway has it; times in epoch seconds. */
export interface GatewaySubscription {
  id: string;
  status: string;
  current_start: number | null;
  current_end: number | null;
}

/** Cycles after which a subscription is complete: ten years. */
const cycles = 120;

const read = ({ id, status, current_start, current_end }: Wire): GatewaySubscription => ({
  id: madeId({ id }),
  status,
  current_start: current_start ?? null,
  current_end: current_end ?? null,
});

/** Creates a monthly plan. Returns its id. */
export async function createPlan(name: string, amount_paise: number): Promise<string> {
  const plan = { period: 'monthly', interval: 1, item: { name, amount: amount_paise, currency: 'INR' } };
  return madeId(await ask('make a plan', 'POST', ['plans'], plan));
}

/** Creates a subscription, which is paid at a checkout with its id. */
export async function createSubscription(plan: string, notes: Record<string, string>): Promise<GatewaySubscription> {
  const subscription = { plan_id: plan, total_count: cycles, customer_notify: 0, notes };
  return read(await ask('make a subscription', 'POST', ['subscriptions'], subscription));
}

/** The current state of a subscription. */
export const subscriptionOf = async (id: string): Promise<GatewaySubscription> =>
  read(await ask(`show subscription ${id}`, 'GET', ['subscriptions', id]));

/** Ends a subscription now, or at the end of its period. */
export async function endSubscription(id: string, atPeriodEnd: boolean): Promise<GatewaySubscription> {
  const when = atPeriodEnd ? { cancel_at_cycle_end: 1 } : undefined;
  return read(await ask(`cancel subscription ${id}`, 'POST', ['subscriptions', id, 'cancel'], when));
}

/** A payment of a subscription's cycle, and the order that the gateway made for it. */
export interface GatewayCharge {
  order_id: string;
  payment_id: string;
}

/** Charges per request, Razorpay's maximum. */
const page = 100;

/** Every paid charge of a subscription, the newest first, in pages of up to a hundred. */
export async function* chargesOf(subscription_id: string): AsyncGenerator<GatewayCharge[]> {
  for (let skip = 0; ; skip += page) {
    const range = { subscription_id, count: page, skip };
    const items = itemsOf(await ask(`list charges of ${subscription_id}`, 'GET', ['invoices'], range));
    yield items.flatMap(({ status, order_id, payment_id }) => {
      const [order, payment] = [idOf(order_id), idOf(payment_id)];
      return status === 'paid' && order && payment ? [{ order_id: order, payment_id: payment }] : [];
    });
    if (items.length < page) return;
  }
}

/** The id of the subscription that an invoice of the gateway belongs to; undefined for none. */
export async function subscriptionOfInvoice(id: string): Promise<string | undefined> {
  try {
    return idOf((await ask(`show invoice ${id}`, 'GET', ['invoices', id])).subscription_id);
  } catch (error) {
    if (error instanceof GatewayRefusal && (error.status === 400 || error.status === 404)) return undefined;
    throw error;
  }
}
