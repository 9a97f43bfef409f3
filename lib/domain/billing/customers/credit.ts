import { liftSuspension } from '#lib/domain/billing/metering/standing.ts';
import { post } from '#lib/domain/billing/wallets/post.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnContention } from '#lib/domain/platform/retry.ts';
import type { Customer } from '#lib/model/billing/customer.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { changedCustomer, findCustomer } from './resource.ts';

/**
 * Grants an account credit: one entry in its ledger, with the reason, and no invoice. An account that was suspended for
 * lack of money becomes active again once the balance is above zero.
 */
export function creditAccount(
  context: Context,
  { id, amount_paise, reason }: { id: string; amount_paise: number; reason: string },
): Promise<Customer> {
  return retryOnContention(async () => {
    const found = await findCustomer(id);
    if (!found.wallet) throw notFound('wallet of account', id);
    const posted = post(
      found.wallet,
      {
        source: `operator#${context.request_id}`,
        type: 'credit',
        description: reason,
        lines: [
          { account: 'promotion', amount_paise: -amount_paise },
          { account: 'wallet', amount_paise },
        ],
      },
      context.now,
    );
    const lifted = liftSuspension(found, amount_paise, context.now);
    const isLifted = found.account.status === 'suspended' && lifted.length > 0;
    const account = isLifted ? { ...found.account, status: 'active' as const } : found.account;
    return context.commit({
      writes: [...posted.writes, ...lifted],
      reply: await changedCustomer(account, { added_paise: amount_paise }),
      affects: [id],
    });
  });
}
