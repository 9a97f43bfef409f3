import { reconcileLedgers } from '#lib/domain/billing/wallets/reconcile.ts';
import { log } from '#lib/edge/log.ts';
import { measure } from '#lib/edge/measure.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every night, for as many minutes as it takes: compares the ledgers with the wallets, and reports differences. */
export const handler = scheduledTask('reconcileSchedule', (share) =>
  reconcileLedgers((account_id, findings) => {
    log('error', { schedule: 'reconcileSchedule', account_id, findings });
    measure({ LedgerDifferences: 1 });
  }, share),
);
