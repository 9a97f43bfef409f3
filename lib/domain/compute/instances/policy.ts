import type { Context } from '#lib/domain/platform/context.ts';
import { together } from '#lib/domain/platform/together.ts';
import type { Action } from '#lib/model/identity/policy/actions.ts';
import { type ConditionContext, tagFacts } from '#lib/model/identity/policy/context.ts';
import { usedAs } from '#lib/model/identity/policy/references.ts';
import { instanceTypeById } from '#lib/model/platform/catalog.ts';
import type { Kind, Reference } from '#lib/model/platform/reference.ts';
import { getInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';
import { loadBalancersOf } from '#lib/store/compute/load-balancers.ts';
import { allSnapshots } from '#lib/store/compute/snapshots.ts';
import { getVolumes } from '#lib/store/compute/volumes.ts';

interface Cascade {
  delete_volumes: boolean;
  delete_snapshots: boolean;
}

/** What an instance's termination changes beside it (contract 3.1), each as the action that would do so by itself. */
export async function endedWith(record: InstanceRecord, cascade: Cascade): Promise<Reference[]> {
  const { account_id, id, elastic_ip, volume_ids } = record;
  const [volumes, balancers, snapshots] = await together([
    getVolumes(account_id, volume_ids),
    loadBalancersOf(account_id),
    cascade.delete_snapshots ? allSnapshots(account_id) : [],
  ]);
  const isDeleted = (volume: { delete_on_termination: boolean }) =>
    cascade.delete_volumes || volume.delete_on_termination;
  return [
    ...volumes.map((volume) =>
      of('volume', volume, 'compute:DetachVolume', ...(isDeleted(volume) ? ['compute:DeleteVolume' as const] : [])),
    ),
    ...(elastic_ip ? [of('elastic-ip', elastic_ip, 'compute:DetachElasticIp')] : []),
    ...balancers
      .filter(({ backends }) => backends[id])
      .map((balancer) => of('load-balancer', balancer, 'compute:RemoveLoadBalancerBackend')),
    ...snapshots
      .filter(({ instance_id }) => instance_id === id)
      .map((snapshot) => of('snapshot', snapshot, 'compute:DeleteSnapshot')),
  ];
}

const of = (kind: Kind, { id }: { id: string }, ...actions: Action[]): Reference => usedAs(kind, ...actions)(id);

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
