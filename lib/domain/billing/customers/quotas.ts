import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import type { Customer } from '#lib/model/billing/customer.ts';
import type { QuotaName } from '#lib/model/platform/quota.ts';
import { type OwnLimits, setQuotaLimits, usualLimit } from '#lib/store/platform/quotas.ts';
import { changedCustomer, findCustomer } from './resource.ts';

/** Sets an account's own limits, which apply from its next request. Existing resources above a limit are kept. */
export function setAccountQuotas(
  context: Context,
  { id, limits }: { id: string; limits: OwnLimits },
): Promise<Customer> {
  return retryOnConflict(async () => {
    const { account } = await findCustomer(id);
    const set = Object.entries(limits).map(([name, limit]) => [name, limit ?? usualLimit(name as QuotaName)]);
    return context.commit({
      writes: await setQuotaLimits(id, limits),
      reply: await changedCustomer(account, { limits: Object.fromEntries(set) }),
      affects: [id],
    });
  });
}
