import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Customer } from '#lib/model/billing/customer.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { blockRecord } from '#lib/store/billing/customers.ts';
import { customerOf, findCustomer } from './resource.ts';

/**
 * Blocks an account: every login and every request is refused with 403 account_blocked, from the next one on. 409 for
 * an account that runs the platform, so that operators cannot lock each other out.
 */
export function blockAccount(
  context: Context,
  { id, reason = null }: { id: string; reason?: string | null | undefined },
): Promise<Customer> {
  return retryOnConflict(async () => {
    const { account } = await findCustomer(id);
    const shown = await customerOf(account);
    if (shown.operator) throw new ApiError('protected', `account ${id} operates this platform; it cannot be blocked`);
    if (account.status === 'blocked') return context.commit({ writes: [], reply: shown, affects: [id] });
    const at = rfc3339(context.now);
    const reply: Customer = { ...shown, status: 'blocked', status_reason: reason, updated_at: at };
    const blocked = { reason, by: context.principal.name };
    return context.commit({ writes: [blockRecord(account, blocked, at)], reply, affects: [id] });
  });
}
