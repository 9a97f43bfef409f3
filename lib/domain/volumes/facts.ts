import type { Context } from '#lib/domain/platform/context.ts';
import { type ConditionContext, tagFacts } from '#lib/model/identity/policy/context.ts';
import { getVolume } from '#lib/store/compute/volumes.ts';

/** What policies may ask about a volume; nothing for one that is absent or another account's. */
export async function volumeFacts(
  { principal }: Pick<Context, 'principal'>,
  { params }: { params: { vol_id: string } },
): Promise<ConditionContext> {
  const record = await getVolume(principal.account_id, params.vol_id);
  return record ? tagFacts(record.tags) : {};
}
