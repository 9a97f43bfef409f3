import { ask } from './client.ts';
import { GatewayRefusal } from './gateway.ts';
import { madeId } from './wire.ts';

/** A mandate as the gateway has it. */
export interface GatewayMandate {
  id: string;
  status: 'initiated' | 'confirmed' | 'rejected' | 'cancelled' | 'paused';
}

interface MandateRequest {
  receipt: string;
  customer: string;
  method: 'upi' | 'card' | 'enach';
  max_amount_paise: number;
  /** Epoch seconds. */
  valid_until: number;
}

/** The amount that authorises a mandate, in paise: the gateway's minimum, which it refunds. */
const authorizationAmount = 100;

/** The gateway's customer with this e-mail address, created on first use. */
export async function customerOf(email: string, name: string): Promise<string> {
  return madeId(await ask('make a customer', 'POST', ['customers'], { email, name, fail_existing: 0 }));
}

/** Creates the order whose payment authorises a mandate, or returns the order of the same receipt. */
export async function orderMandate(request: MandateRequest): Promise<string> {
  const { receipt, customer, method, max_amount_paise, valid_until } = request;
  const order = {
    amount: authorizationAmount,
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

/** A mandate; undefined when the gateway does not have it. */
export async function mandateOf(customer: string, id: string): Promise<GatewayMandate | undefined> {
  try {
    const token = await ask('show a mandate', 'GET', ['customers', customer, 'tokens', id]);
    return { id: madeId(token), status: token.recurring_details?.status ?? 'initiated' };
  } catch (error) {
    if (error instanceof GatewayRefusal) return undefined;
    throw error;
  }
}

/** Ends a mandate. Succeeds also when the gateway does not have it. */
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

/** Debits a mandate for an order. The payments of the order show the outcome. The gateway pays an order once. */
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
