import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { GatewayPayment } from '#lib/drivers/payments/gateway.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { type OrderRecord, saveMismatch } from '#lib/store/billing/orders.ts';
import { writeAudit } from '#lib/store/requests/audit.ts';

/** Notes what does not fit its order, in the account's audit log and for operators, once: nothing of it is credited. */
export function refuseMismatch(order: OrderRecord, payment: GatewayPayment, now: Date): Promise<void> {
  const at = rfc3339(now);
  const what = `${payment.id}: ${payment.amount_paise} paise ${payment.currency} for ${payment.order_id} do not fit order ${order.id} (${order.total_paise} paise INR for ${order.gateway_order_id})`;
  const entry = writeAudit({
    id: newId('log', now),
    account_id: order.account_id,
    at,
    actor: { type: 'root', id: 'system', name: order.gateway, access_key_id: null },
    service: 'auth',
    method: 'POST',
    path: `/auth/billing/orders/${order.id}`,
    action: 'billing:CreateTopup',
    resource: `srn:billing::${order.account_id}:order/${order.id}`,
    status: 409,
    request_id: newId('request', now),
    source_ip: '',
    user_agent: payment.id,
    idempotency_replayed: false,
  });
  return saveMismatch(order.account_id, payment.id, { found_at: at, findings: [what] }, [entry]);
}
