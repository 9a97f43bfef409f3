import type { Context } from '#lib/domain/platform/context.ts';
import { type ConditionContext, tagFacts } from '#lib/model/identity/policy/context.ts';
import { getElasticIp } from '#lib/store/compute/elastic-ips.ts';

/** What policies may ask about an elastic IP; nothing for one that is absent or another account's. */
export async function elasticIpFacts(
  { principal }: Pick<Context, 'principal'>,
  { params }: { params: { id: string } },
): Promise<ConditionContext> {
  const record = await getElasticIp(principal.account_id, params.id);
  return record ? tagFacts(record.tags) : {};
}
