import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import type { Settlement } from './credit.ts';

/** Carries settlements out in an account's name where nobody asked for them: a webhook, a scheduled task. */
export const settleAsSystem =
  (account: string, now: Date) =>
  async ({ order, writes }: Settlement): Promise<void> => {
    await systemContext(account, now).commit({ writes, documents: true, reply: order });
  };
