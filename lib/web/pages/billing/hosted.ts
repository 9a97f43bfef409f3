/*
 * Razorpay's hosted checkout: a form sends the browser to a page of Razorpay, which sends it back. No script of another
 * host runs beside the console's login.
 */

/** Where the form goes; the policy of the console's page names its host (`form-action`). */
export const hostedCheckout = 'https://api.razorpay.com/v1/checkout/embedded';

interface Checkout {
  readonly key_id: string;
  readonly name: string;
  readonly description: string;
  readonly order_id?: string;
  readonly subscription_id?: string;
  readonly amount_paise?: number;
  readonly currency?: string;
  readonly prefill?: { readonly email: string };
}

/**
 * The fields of the form for an order or a subscription. The browser comes back to `back`, an address of this console:
 * by a POST after the payment, which the platform answers with the same address (`lib/edge/web.ts`).
 */
export function hostedFields(checkout: Checkout, back: string): Readonly<Record<string, string>> {
  const { key_id, name, description, order_id, subscription_id, amount_paise, currency, prefill } = checkout;
  return {
    key_id,
    name,
    description,
    ...(order_id !== undefined && { order_id }),
    ...(subscription_id !== undefined && { subscription_id }),
    ...(amount_paise !== undefined && { amount: String(amount_paise) }),
    ...(currency !== undefined && { currency }),
    ...(prefill && { 'prefill[email]': prefill.email }),
    callback_url: back,
    cancel_url: back,
  };
}
