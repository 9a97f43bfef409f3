import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { GatewayPayment } from '#lib/drivers/payments/gateway.ts';
import type { OrderRecord } from '#lib/store/billing/orders.ts';

/** An account's unpaid order of ₹1,000.00. */
export function openOrder(account_id: string, id: string): OrderRecord {
  const gateway_order_id = `order_${id}`;
  const at = rfc3339(new Date());
  const checkout = {
    key_id: 'key',
    order_id: gateway_order_id,
    amount_paise: 118_000,
    currency: 'INR' as const,
    name: 'svc',
    description: 'Prepaid credit',
    prefill: { email: 'asha@example.in' },
    url: null,
  };
  return {
    id,
    account_id,
    status: 'created',
    status_reason: null,
    amount_paise: 100_000,
    taxes: { cgst_paise: 0, sgst_paise: 0, igst_paise: 18_000 },
    total_paise: 118_000,
    recipient: { legal_name: 'Asha', gstin: null, address: null, state_code: null },
    place_of_supply: '29',
    gateway: 'razorpay',
    gateway_order_id,
    checkout,
    expires_at: at,
    payments: [],
    refunds: [],
    next_check_at: null,
    version: 1,
    created_at: at,
    updated_at: at,
  };
}

/** The gateway's payment of the order. */
export const paymentOf = ({ gateway_order_id, total_paise }: OrderRecord): GatewayPayment => ({
  id: `pay_${gateway_order_id}`,
  order_id: gateway_order_id,
  status: 'captured',
  amount_paise: total_paise,
  currency: 'INR',
  token_id: null,
  invoice_id: null,
  failure: null,
  at: null,
});
