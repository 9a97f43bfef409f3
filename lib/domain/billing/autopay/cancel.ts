import { callGateway } from '#lib/domain/billing/topups/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { endMandate } from '#lib/drivers/payments/mandates.ts';
import type { Mandate } from '#lib/model/billing/mandate.ts';
import { type MandateRecord, putMandate } from '#lib/store/billing/mandates.ts';
import { findMandate, isOver, processing, toMandate, wrongStatus } from './resource.ts';

/**
 * Ends a mandate here and at the gateway, and drops an announced debit. Refuses with 404, and with 409 when the mandate
 * has ended or a debit is in progress.
 */
export async function cancelAutopay(context: Context): Promise<Mandate> {
  const { account_id } = context.principal;
  const first = await findMandate(account_id);
  if (isOver(first)) throw wrongStatus(first, 'cancelling', 'created, active or paused');
  if (first.debit?.status === 'processing') throw processing(first);
  context.match(first.version);
  await context.claimed();
  const { customer_id, token_id } = first;
  if (customer_id && token_id) await callGateway(() => endMandate(customer_id, token_id));
  return retryOnConflict(async () => {
    const record = await findMandate(account_id);
    if (record.debit?.status === 'processing') throw processing(record);
    const change = { status: 'cancelled' as const, debit: null, due: null, updated_at: rfc3339(context.now) };
    const next: MandateRecord = { ...record, ...change };
    return context.commit({ writes: [putMandate(record, next)], reply: toMandate(next), version: record.version + 1 });
  });
}
