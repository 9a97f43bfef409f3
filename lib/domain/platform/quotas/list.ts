import type { Context } from '#lib/domain/platform/context.ts';
import type { Quota } from '#lib/model/platform/quota.ts';
import { readQuotas } from '#lib/store/platform/quotas.ts';

/** Every quota of the caller's account, with its use. */
export async function listQuotas(context: Context): Promise<{ quotas: Quota[]; next_cursor: '' }> {
  return { quotas: await readQuotas(context.principal.account_id), next_cursor: '' };
}
