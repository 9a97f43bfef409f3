import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import type { Settlement } from './credit.ts';

/** Commits settlements for an account without a request of its own: from a webhook or a scheduled task. */
export const settleAsSystem =
  (account: string, now: Date) =>
  async ({ order, writes }: Settlement): Promise<void> => {
    await systemContext(account, now).commit({ writes, documents: true, reply: order });
  };
