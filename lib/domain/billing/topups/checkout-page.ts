/**
 * The address of the page of SVC_CHECKOUT_URL that pays this order or subscription of the gateway's; with `until` (RFC
 * 3339) it takes no payment after that. Null where there is no such page: Razorpay's own checkout is opened by a page of
 * the customer's.
 */
export function checkoutPage(what: { order_id: string } | { subscription_id: string }, until?: string): string | null {
  const page = process.env.SVC_CHECKOUT_URL;
  return page ? `${page}?${new URLSearchParams({ ...what, ...(until && { expires_at: until }) })}` : null;
}
