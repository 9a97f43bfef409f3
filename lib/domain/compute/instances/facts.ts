import type { Context } from '#lib/domain/platform/context.ts';
import { type ConditionContext, tagFacts } from '#lib/model/identity/policy/context.ts';
import { instanceTypeById } from '#lib/model/platform/catalog.ts';
import { getInstance } from '#lib/store/compute/instances.ts';

/** What policies may ask about an instance that a launch would make. */
export function launchFacts(
  _: unknown,
  { body }: { body: { instance_type_id: string; tags: Record<string, string> } },
): ConditionContext {
  return { ...tagFacts(body.tags), ...typeFacts(body.instance_type_id, instanceTypeById.get(body.instance_type_id)) };
}

/** What policies may ask about a resize: the tags that the instance has, and the type that it would have. */
export async function resizeFacts(
  { principal }: Pick<Context, 'principal'>,
  { params, body }: { params: { id: string }; body: { instance_type_id: string } },
): Promise<ConditionContext> {
  const record = await getInstance(principal.account_id, params.id);
  return launchFacts(undefined, { body: { ...body, tags: record?.tags ?? {} } });
}

/** An instance type as conditions see it: its id, and its price in whole rupees a month where it is in the catalog. */
const typeFacts = (id: string, type: { price_monthly: number } | undefined): ConditionContext => ({
  'svc:InstanceTypeId': id,
  'svc:PlanPriceMonthly': type?.price_monthly,
});
