import { taxSum } from '#lib/domain/billing/tax/gst.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { GatewayRefusal, GatewayUnknown } from '#lib/drivers/payments/gateway.ts';
import type { Order } from '#lib/model/billing/order.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { setting } from '#lib/model/platform/settings.ts';
import type { OrderRecord } from '#lib/store/billing/orders.ts';

/** Whether an order may still be paid, by its stored status. */
export const isOpen = ({ status }: Pick<OrderRecord, 'status'>): boolean =>
  status === 'created' || status === 'attempted';

/**
 * An order as replies show it. An unpaid order whose time has passed is shown as expired, even before that is stored.
 */
export function toOrder(record: OrderRecord, now: Date): Order {
  const [payment] = record.payments;
  const status = isOpen(record) && record.expires_at <= rfc3339(now) ? 'expired' : record.status;
  return {
    id: record.id,
    order_id: record.id,
    account_id: record.account_id,
    status,
    status_reason: record.status_reason,
    allowed_actions: [],
    amount_paise: record.amount_paise,
    tax_paise: taxSum(record.taxes),
    total_paise: record.total_paise,
    currency: 'INR',
    gateway: record.gateway,
    gateway_order_id: record.gateway_order_id,
    gateway_payment_id: payment?.id ?? null,
    checkout: record.checkout,
    expires_at: record.expires_at,
    paid_at: payment?.paid_at ?? null,
    invoice_id: payment?.invoice_id ?? null,
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}

const minute = 60_000;
const hour = 60 * minute;

/** How long an order may be paid, in milliseconds. */
export const lifetime = 30 * minute;

/**
 * Milliseconds after its creation at which the gateway is asked about an order. Checks continue after the order has
 * expired, since the gateway's own page may still be open.
 */
const checkDelays = [2 * minute, 10 * minute, lifetime, 2 * hour, 12 * hour, 24 * hour, 72 * hour];

/** When the gateway is next asked about an order (RFC 3339), or null after the last check. */
export function nextCheck({ created_at }: Pick<OrderRecord, 'created_at'>, now: Date): string | null {
  const made = Date.parse(created_at);
  const due = checkDelays.map((after) => made + after).find((at) => at > now.getTime());
  return due === undefined ? null : rfc3339(new Date(due));
}

/**
 * Calls the payment gateway. Throws 503 when it does not answer, or refuses for a reason that only its operator can
 * resolve.
 */
export async function callGateway<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof GatewayUnknown) && !(error instanceof GatewayRefusal)) throw error;
    const why = error instanceof GatewayRefusal ? `refuses it: ${error.message}` : 'does not answer';
    throw new ApiError('dependency_unavailable', `the payment gateway ${why}; try again later`, { retryAfter: 5 });
  }
}

/**
 * The address of the page (SVC_CHECKOUT_URL) that pays this order or subscription of the gateway. With `until` (RFC
 * 3339) the page takes no payment after that time. Null in a deployment without such a page, where the customer's own
 * page opens Razorpay's checkout.
 */
export function checkoutPage(what: { order_id: string } | { subscription_id: string }, until?: string): string | null {
  const page = setting('SVC_CHECKOUT_URL');
  return page ? `${page}?${new URLSearchParams({ ...what, ...(until && { expires_at: until }) })}` : null;
}
