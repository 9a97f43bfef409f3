import type { Context } from '#lib/domain/platform/context.ts';
import { pageOf } from '#lib/domain/platform/lists.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { LedgerDifference } from '#lib/model/billing/difference.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { allDifferences, type DifferenceRecord, getDifference, resolveDifference } from '#lib/store/billing/ledger.ts';

/** One page of the differences that reconciliation and payments found in accounts' ledgers. */
export async function listLedgerDifferences(
  context: Context,
  query: ListQuery,
): Promise<{ ledger_differences: LedgerDifference[]; next_cursor: string }> {
  const rows = (await allDifferences()).map(toDifference);
  const place = ({ found_at, id }: LedgerDifference) => `${found_at}#${id}`;
  const { items, next_cursor } = await pageOf(context, 'ledger-difference', query, rows, { place, label: 'id' });
  return { ledger_differences: items, next_cursor };
}

/**
 * Records how a difference was resolved; it corrects nothing. 404 where it does not exist, 409 where it is already
 * resolved. If the next reconciliation finds it again, it is open again.
 */
export function resolveLedgerDifference(
  context: Context,
  { id, reason }: { id: string; reason: string },
): Promise<LedgerDifference> {
  return retryOnConflict(async () => {
    const [, account = '', what = ''] = /^(\d{12})-(.+)$/.exec(id) ?? [];
    const record = await getDifference(account, what);
    if (!record) throw notFound('ledger difference', id);
    if (record.resolved) {
      const { at, by } = record.resolved;
      throw new ApiError('wrong_state', `ledger difference ${id} was resolved at ${at} by ${by}`);
    }
    const resolved = { at: rfc3339(context.now), by: context.principal.name, reason };
    return context.commit({
      writes: [resolveDifference(record, what, resolved)],
      reply: toDifference({ ...record, resolved, what }),
    });
  });
}

const toDifference = ({
  account_id,
  what,
  found_at,
  findings,
  resolved,
}: DifferenceRecord & { what: string }): LedgerDifference => ({
  id: `${account_id}-${what}`,
  account_id,
  status: resolved ? 'resolved' : 'open',
  findings,
  found_at,
  resolved_at: resolved?.at ?? null,
  resolved_by: resolved?.by ?? null,
  resolution: resolved?.reason ?? null,
});
