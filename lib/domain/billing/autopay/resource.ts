import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Mandate } from '#lib/model/billing/mandate.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { getMandate, type MandateRecord, putMandate } from '#lib/store/billing/mandates.ts';
import type { Write } from '#lib/store/platform/write.ts';

const actions: Partial<Record<Mandate['status'], string[]>> = {
  created: ['setup', 'update', 'cancel'],
  pending_authorization: ['setup', 'activate', 'update', 'cancel'],
  active: ['pause', 'update', 'cancel'],
  paused: ['resume', 'update', 'cancel'],
};

/**
 * When a mandate without a debit is handled next: at once while it is active, since a debit may have to be announced;
 * otherwise when it expires.
 */
export const dueWithoutDebit = ({ status, valid_until }: MandateRecord, now: Date): string =>
  status === 'active' ? rfc3339(now) : valid_until;

/**
 * The write by which a payment or refund has an active mandate evaluated again. Usage does not need it: the task that
 * charges usage evaluates the mandate itself.
 */
export const lookAgain = (mandate: MandateRecord | undefined, now: Date): Write[] =>
  mandate?.status === 'active' && !mandate.debit ? [putMandate(mandate, { ...mandate, due: rfc3339(now) })] : [];

/** Whether a mandate has ended, so that the account may create another. */
export const isOver = ({ status }: Pick<MandateRecord, 'status'>): boolean => !(status in actions);

/** A mandate as replies show it. */
export const toMandate = (record: MandateRecord): Mandate => ({
  id: record.id,
  account_id: record.account_id,
  created_at: record.created_at,
  updated_at: record.updated_at,
  status: record.status,
  status_reason: record.failure_reason,
  allowed_actions: actions[record.status] ?? [],
  method: record.method,
  max_amount_paise: record.max_amount_paise,
  topup_amount_paise: record.topup_amount_paise,
  threshold_paise: record.threshold_paise,
  currency: 'INR',
  gateway_mandate_id: record.token_id ?? record.gateway_order_id,
  next_debit_at: record.debit?.at ?? null,
  next_debit_paise: record.debit?.total_paise ?? null,
  next_debit_status: record.debit?.status ?? null,
  valid_until: record.valid_until,
  failure_reason: record.failure_reason,
});

/** Returns the account's mandate. Throws 404 when the account never had one. */
export async function findMandate(account: string): Promise<MandateRecord> {
  const record = await getMandate(account);
  if (!record)
    throw new ApiError('not_found', `account ${account} has no mandate; POST /auth/billing/autopay makes one`);
  return record;
}

/** The 409 for an action that a mandate's status does not allow. */
export const wrongStatus = ({ id, status }: MandateRecord, what: string, requires: string) =>
  new ApiError('wrong_state', `mandate ${id} is ${status}; ${what} requires status ${requires}`);

/** The 409 while a debit is in progress at the gateway. */
export const processing = ({ id, debit }: MandateRecord) =>
  new ApiError('operation_in_progress', `mandate ${id} has a debit in progress (${debit?.order_id}); try again`, {
    retryAfter: 60,
  });
