import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Customer } from '#lib/model/billing/customer.ts';
import { unblockRecord } from '#lib/store/billing/customers.ts';
import { customerOf, findCustomer } from './resource.ts';

/**
 * Ends a block. The account is then active or suspended, depending on its wallet. Sessions from before the block have
 * ended; access keys work again. Also succeeds if the account is not blocked.
 */
export function unblockAccount(context: Context, { id }: { id: string }): Promise<Customer> {
  return retryOnConflict(async () => {
    const { account, metering } = await findCustomer(id);
    const shown = await customerOf(account);
    if (account.status !== 'blocked') return context.commit({ writes: [], reply: shown, affects: [id] });
    const at = rfc3339(context.now);
    const status = metering?.standing?.suspended ? 'suspended' : 'active';
    const reply: Customer = { ...shown, status, status_reason: null, updated_at: at };
    return context.commit({ writes: [unblockRecord(account, status, at)], reply, affects: [id] });
  });
}
