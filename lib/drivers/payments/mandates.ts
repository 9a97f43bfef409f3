import { ask } from './client.ts';
import { GatewayRefusal } from './gateway.ts';
import { madeId } from './wire.ts';

/** A mandate as the gateway has it. */
export interface GatewayMandate {
  id: string;
  status: 'initiated' | 'confirmed' | 'rejected' | 'cancelled' | 'paused';
}

interface Wanted {
  receipt: string;
  customer: string;
  method: 'upi' | 'card' | 'enach';
  max_amount_paise: number;
  /** Epoch seconds. */
  valid_until: number;
}

/** Paise that authorise a mandate: the least that the gateway takes, given back by it. */
const least = 100;

/** The customer of this address; the same one however often. */
export async function customerOf(email: string, name: string): Promise<string> {
  return madeId(await ask('make a customer', 'POST', ['customers'], { email, name, fail_existing: 0 }));
}

/** The order whose payment gives a mandate; under the same receipt there is one. */
export async function orderMandate(wanted: Wanted): Promise<string> {
  const { receipt, customer, method, max_amount_paise, valid_until } = wanted;
  const order = {
    amount: least,
    currency: 'INR',
    receipt,
    unique_receipt: true,
    payment_capture: true,
    method: method === 'enach' ? 'emandate' : method,
    customer_id: customer,
    token: { max_amount: max_amount_paise, expire_at: valid_until, frequency: 'as_presented' },
  };
  return madeId(await ask('order a mandate', 'POST', ['orders'], order));
}

/** A mandate; undefined where the gateway knows of none. */
export async function mandateOf(customer: string, id: string): Promise<GatewayMandate | undefined> {
  try {
    const token = await ask('show a mandate', 'GET', ['customers', customer, 'tokens', id]);
    return { id: madeId(token), status: token.recurring_details?.status ?? 'initiated' };
  } catch (error) {
    if (error instanceof GatewayRefusal) return undefined;
    throw error;
  }
}

/** Ends a mandate; one that is gone is ended. */
export async function endMandate(customer: string, id: string): Promise<void> {
  try {
    await ask('end a mandate', 'DELETE', ['customers', customer, 'tokens', id]);
  } catch (error) {
    if (!(error instanceof GatewayRefusal)) throw error;
  }
}

interface Charge {
  order: string;
  customer: string;
  token: string;
  amount_paise: number;
  email: string;
}

/** Debits a mandate for an order; what became of it is the order's payments' to tell. The gateway pays an order once. */
export async function debitMandate({ order, customer, token, amount_paise, email }: Charge): Promise<void> {
  const debit = {
    email,
    contact: '',
    amount: amount_paise,
    currency: 'INR',
    order_id: order,
    customer_id: customer,
    token,
    recurring: true,
    description: 'Automatic top-up',
  };
  await ask('debit a mandate', 'POST', ['payments', 'create', 'recurring'], debit);
}
