import { addTax, taxSum } from '#lib/domain/billing/tax/gst.ts';
import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Mandate, MandateChange, MandateInput } from '#lib/model/billing/mandate.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { getMandate, type MandateRecord, putMandate } from '#lib/store/billing/mandates.ts';
import { getTax } from '#lib/store/billing/tax.ts';
import { dueWithoutDebit, findMandate, isOver, processing, toMandate, wrongStatus } from './resource.ts';

/** How long a mandate is valid, in milliseconds: five years. */
const validity = 5 * 365 * 86_400_000;

/** Returns the account's mandate, even if it has ended, or status `none` when the account never had one. */
export async function getAutopay(context: Context): Promise<Mandate | { status: 'none' }> {
  const record = await getMandate(context.principal.account_id);
  return record ? context.show(toMandate(record), record.version) : { status: 'none' };
}

/**
 * Creates a mandate, which `setup` then authorises. Refuses with 400 when a top-up with GST exceeds its maximum, and
 * with 409 while the account has another mandate.
 */
export function createAutopay(context: Context, input: MandateInput): Promise<Mandate> {
  const { account_id } = context.principal;
  return retryOnConflict(async () => {
    const [before, tax] = await allInOrder([getMandate(account_id), getTax(account_id)]);
    if (before && !isOver(before)) {
      throw new ApiError('already_exists', `mandate ${before.id} is ${before.status}; DELETE it first`);
    }
    requireWithin(input.topup_amount_paise, input.max_amount_paise, tax);
    const at = rfc3339(context.now);
    const record: MandateRecord = {
      ...input,
      id: newId('mandate', context.now),
      account_id,
      status: 'created',
      valid_until: rfc3339(new Date(context.now.getTime() + validity)),
      failure_reason: null,
      customer_id: null,
      gateway_order_id: null,
      token_id: null,
      authorize_until: null,
      debit: null,
      cycle: null,
      failures: 0,
      due: null,
      version: 0,
      created_at: at,
      updated_at: at,
    };
    return context.commit({
      writes: [putMandate(before, record)],
      reply: toMandate(record),
      version: (before?.version ?? 0) + 1,
    });
  });
}

/** Refuses a top-up that exceeds the mandate's maximum including GST: the maximum applies to the whole debit. */
function requireWithin(amount: number, most: number, tax: Parameters<typeof addTax>[1]): void {
  const { total_paise, taxes } = addTax(amount, tax);
  if (total_paise <= most) return;
  const text = `${amount} and its GST of ${taxSum(taxes)} are ${total_paise} (at most max_amount_paise ${most})`;
  throw new ApiError('validation_failed', `topup_amount_paise: ${text}`);
}

/**
 * Changes a mandate's threshold and amount, or pauses it. Pausing drops an announced debit. An active mandate is
 * evaluated again, since the change may require a debit. Refuses with 404 or 409.
 */
export function updateAutopay(context: Context, change: MandateChange): Promise<Mandate> {
  const { account_id } = context.principal;
  return retryOnConflict(async () => {
    const [record, tax] = await allInOrder([findMandate(account_id), getTax(account_id)]);
    context.match(record.version);
    if (isOver(record)) throw wrongStatus(record, 'an update', 'created, active or paused');
    const topup_amount_paise = change.topup_amount_paise ?? record.topup_amount_paise;
    requireWithin(topup_amount_paise, record.max_amount_paise, tax);
    const changed: MandateRecord = {
      ...record,
      topup_amount_paise,
      threshold_paise: change.threshold_paise ?? record.threshold_paise,
      ...paused(record, change.paused),
      updated_at: rfc3339(context.now),
    };
    const isIdle = changed.status === 'active' && !changed.debit;
    const next = isIdle ? { ...changed, due: dueWithoutDebit(changed, context.now) } : changed;
    return context.commit({
      writes: [putMandate(record, next)],
      reply: toMandate(next),
      version: record.version + 1,
    });
  });
}

function paused(record: MandateRecord, wanted: boolean | undefined): Partial<MandateRecord> {
  if (wanted === undefined || wanted === (record.status === 'paused')) return {};
  if (record.status !== 'active' && record.status !== 'paused') throw wrongStatus(record, 'pausing', 'active');
  if (record.debit?.status === 'processing') throw processing(record);
  return wanted ? { status: 'paused', debit: null, due: record.valid_until } : { status: 'active' };
}
