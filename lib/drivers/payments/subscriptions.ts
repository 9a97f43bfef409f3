import { ask } from './razorpay.ts';
import type { Wire } from './wire.ts';

/** A subscription as the gateway has it; epoch seconds. */
export interface GatewaySubscription {
  id: string;
  status: string;
  current_start: number | null;
  current_end: number | null;
}

/** Cycles after which a subscription is complete: ten years. */
const cycles = 120;

const read = (wire: unknown): GatewaySubscription => {
  const { id, status, current_start, current_end } = wire as Wire;
  return { id, status, current_start: current_start ?? null, current_end: current_end ?? null };
};

/** Makes a monthly plan; its id. */
export async function createPlan(name: string, amount_paise: number): Promise<string> {
  const plan = { period: 'monthly' as const, interval: 1, item: { name, amount: amount_paise, currency: 'INR' } };
  return (await ask('make a plan', (client) => client.plans.create(plan))).id;
}

/** Makes a subscription, to be paid by whoever has its id. */
export async function createSubscription(plan: string, notes: Record<string, string>): Promise<GatewaySubscription> {
  const wanted = { plan_id: plan, total_count: cycles, customer_notify: 0 as const, notes };
  return read(await ask('make a subscription', (client) => client.subscriptions.create(wanted)));
}

/** A subscription as it stands. */
export const subscriptionOf = async (id: string): Promise<GatewaySubscription> =>
  read(await ask(`show subscription ${id}`, (client) => client.subscriptions.fetch(id)));

/** Ends a subscription, now or with its period. */
export const endSubscription = async (id: string, atPeriodEnd: boolean): Promise<GatewaySubscription> =>
  read(await ask(`cancel subscription ${id}`, (client) => client.subscriptions.cancel(id, atPeriodEnd)));
