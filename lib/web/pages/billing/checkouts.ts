import type { NewSubscription } from '#lib/generated/client/schemas.ts';

/** What a checkout needs to pay a new subscription. */
export type SubscriptionCheckout = NewSubscription['checkout'];

const prefix = 'svc.checkout.';

/** Keeps how a subscription is paid: only the reply that made it says so. */
export function keepCheckout(id: string, checkout: SubscriptionCheckout): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name);
  localStorage.setItem(prefix + id, JSON.stringify(checkout));
}

/** How a subscription is paid, if it was made in this browser. */
export function checkoutOf(id: string): SubscriptionCheckout | undefined {
  try {
    return JSON.parse(localStorage.getItem(prefix + id) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
