import { ApiError } from '#lib/model/platform/errors.ts';
import { getMandate, type MandateRecord } from '#lib/store/billing/mandates.ts';

/** The account's mandate; 404 where it never had one. */
export async function findMandate(account: string): Promise<MandateRecord> {
  const record = await getMandate(account);
  if (!record)
    throw new ApiError('not_found', `account ${account} has no mandate; POST /auth/billing/autopay makes one`);
  return record;
}

/** The 409 for what a mandate's status does not allow. */
export const wrongStatus = ({ id, status }: MandateRecord, what: string, requires: string) =>
  new ApiError('wrong_state', `mandate ${id} is ${status}; ${what} requires status ${requires}`);

/** The 409 while the gateway is being asked for a debit. */
export const processing = ({ id, debit }: MandateRecord) =>
  new ApiError('operation_in_progress', `mandate ${id} has a debit in progress (${debit?.order_id}); try again`, {
    retryAfter: 60,
  });
