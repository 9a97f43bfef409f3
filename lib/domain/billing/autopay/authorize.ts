import { callGateway, checkoutPage } from '#lib/domain/billing/topups/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { isPaymentProof } from '#lib/drivers/payments/keys.ts';
import { customerOf, orderMandate } from '#lib/drivers/payments/mandates.ts';
import type { Authorization, Mandate } from '#lib/model/billing/mandate.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type MandateRecord, putMandate } from '#lib/store/billing/mandates.ts';
import { putOrderRef } from '#lib/store/billing/orders.ts';
import { getAccount, getUser } from '#lib/store/identity/accounts.ts';
import { findMandate, toMandate, wrongStatus } from './resource.ts';
import { isOutOfTime, sync } from './sync.ts';

/** How long a mandate may be authorised, in milliseconds. */
const lifetime = 30 * 60_000;

/**
 * Prepares the authorisation of a mandate at the gateway. A repeated call returns the same authorisation. Refuses with
 * 404, 409 or 503.
 */
export async function setupAutopay(context: Context): Promise<Authorization> {
  const { account_id } = context.principal;
  const record = await findMandate(account_id);
  context.match(record.version);
  if (record.status === 'pending_authorization') return context.commit({ writes: [], reply: authorizationOf(record) });
  if (record.status !== 'created') throw wrongStatus(record, 'setup', 'created');
  await context.claimed();
  const account = await getAccount(account_id);
  const owner = account && (await getUser(account.owner_id));
  const customer_id = await callGateway(() => customerOf(owner?.email ?? '', account?.name ?? ''));
  const gateway_order_id = await callGateway(() =>
    orderMandate({
      receipt: record.id,
      customer: customer_id,
      method: record.method,
      max_amount_paise: record.max_amount_paise,
      valid_until: Math.floor(Date.parse(record.valid_until) / 1000),
    }),
  );
  const until = rfc3339(new Date(context.now.getTime() + lifetime));
  const next: MandateRecord = {
    ...record,
    status: 'pending_authorization',
    customer_id,
    gateway_order_id,
    authorize_until: until,
    due: until,
    updated_at: rfc3339(context.now),
  };
  return context.commit({
    writes: [putMandate(record, next), putOrderRef(gateway_order_id, { account_id, order_id: record.id })],
    reply: authorizationOf(next),
  });
}

function authorizationOf({ gateway_order_id, authorize_until }: MandateRecord): Authorization {
  const gateway_token = gateway_order_id ?? '';
  const expires_at = authorize_until ?? '';
  return {
    status: 'pending_authorization',
    authorization: { url: checkoutPage({ order_id: gateway_token }, expires_at), gateway_token, expires_at },
  };
}

interface Proof {
  gateway_payment_id: string;
  signature: string;
}

/**
 * Activates a mandate with the proof that its checkout returned. Refuses with 400 for a forged proof, with 404 or 409,
 * and with 410 when the time to authorise it has passed.
 */
export async function activateAutopay(context: Context, proof: Proof): Promise<Mandate> {
  const { account_id } = context.principal;
  const record = await findMandate(account_id);
  context.match(record.version);
  const { status, gateway_order_id, authorize_until } = record;
  const late = isOutOfTime(record, context.now);
  if (!(late || ['pending_authorization', 'active'].includes(status)) || !gateway_order_id) {
    throw wrongStatus(record, 'activation', 'pending_authorization');
  }
  if (!(await isPaymentProof(gateway_order_id, proof.gateway_payment_id, proof.signature))) {
    const text = `signature: is not from the gateway for ${proof.gateway_payment_id} of mandate ${record.id}`;
    throw new ApiError('validation_failed', text);
  }
  if (status === 'active') return context.commit({ writes: [], reply: toMandate(record), version: record.version });
  if (late) {
    throw new ApiError('code_expired', `the authorization of mandate ${record.id} expired at ${authorize_until}`);
  }
  await context.claimed();
  return retryOnConflict(async () => {
    const now = await findMandate(account_id);
    const next = await callGateway(() => sync(now, context.now));
    if (next.status !== 'active') throw wrongStatus(next, 'activation', 'confirmed by the bank');
    return context.commit({
      writes: next === now ? [] : [putMandate(now, next)],
      reply: toMandate(next),
      version: now.version + 1,
    });
  });
}
