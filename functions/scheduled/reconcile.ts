import { reconcileLedgers } from '#lib/domain/billing/wallets/reconcile.ts';
import { log } from '#lib/edge/log.ts';
import { scheduledTask } from '#lib/edge/scheduled-task.ts';

/** Every night: sums up the ledgers against the wallets, and says where they differ. */
export const handler = scheduledTask('reconcileSchedule', () =>
  reconcileLedgers((account_id, findings) => log('error', { schedule: 'reconcileSchedule', account_id, findings })),
);
