import { taxSum } from '#lib/domain/billing/tax/gst.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Order } from '#lib/model/billing/order.ts';
import type { OrderRecord } from '#lib/store/billing/orders.ts';

/** Whether an order may still be paid as far as anybody has noted. */
export const isOpen = ({ status }: Pick<OrderRecord, 'status'>): boolean =>
  status === 'created' || status === 'attempted';

/** An order as replies show it; one that nobody paid in time is expired, whether or not that is noted yet. */
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
