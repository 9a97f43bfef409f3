import { reconcileLedgers } from '#lib/domain/billing/wallets/reconcile.ts';
import { log } from '#lib/edge/log.ts';
import { tick } from '#lib/edge/tick.ts';

/** Every night: sums up the ledgers against the wallets, and says where they differ. */
export const handler = tick('reconcileTick', () =>
  reconcileLedgers((account_id, findings) => log('error', { tick: 'reconcileTick', account_id, findings })),
);
