import { setting } from '#lib/model/platform/settings.ts';
/**
 * The address of the page (SVC_CHECKOUT_URL) that pays this order or subscription of the gateway. With `until` (RFC
 * 3339) the page takes no payment after that. Null in a deployment without such a page, where the customer's own page
 * opens Razorpay's checkout.
 */
export function checkoutPage(what: { order_id: string } | { subscription_id: string }, until?: string): string | null {
  const page = setting('SVC_CHECKOUT_URL');
  return page ? `${page}?${new URLSearchParams({ ...what, ...(until && { expires_at: until }) })}` : null;
}
