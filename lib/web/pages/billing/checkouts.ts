const prefix = 'svc.checkout.';

/** Keeps where a subscription is paid: only the reply that made it says so. */
export function keepCheckout(id: string, url: string): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name);
  localStorage.setItem(prefix + id, url);
}

/** Where a subscription is paid, if it was made in this browser. */
export const checkoutOf = (id: string): string | undefined => localStorage.getItem(prefix + id) ?? undefined;
