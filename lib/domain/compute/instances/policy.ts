import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import type { Action } from '#lib/model/identity/policy/actions.ts';
import { type ConditionContext, tagFacts } from '#lib/model/identity/policy/context.ts';
import { usedAs } from '#lib/model/identity/policy/references.ts';
import { instanceTypeById } from '#lib/model/platform/catalog.ts';
import type { Kind, Reference } from '#lib/model/platform/reference.ts';
import { getInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';
import { loadBalancersOf } from '#lib/store/compute/load-balancers.ts';
import { allSnapshots } from '#lib/store/compute/snapshots.ts';
import { getVolumes } from '#lib/store/compute/volumes.ts';

/** What a termination deletes in addition to the instance. */
export interface Cascade {
  delete_volumes: boolean;
  delete_snapshots: boolean;
}

/** The other resources that an instance's termination changes (contract 3.1), and which of its volumes it deletes. */
export async function affectedBy({ account_id, id, volume_ids }: InstanceRecord, cascade: Cascade) {
  const [volumes, balancers, snapshots] = await allInOrder([
    getVolumes(account_id, volume_ids),
    loadBalancersOf(account_id),
    cascade.delete_snapshots ? allSnapshots(account_id) : [],
  ]);
  return {
    volumes: volumes.map((volume) => ({
      ...volume,
      isDeleted: cascade.delete_volumes || volume.delete_on_termination,
    })),
    balancers: balancers.filter(({ backends }) => backends[id]),
    snapshots: snapshots.filter(({ instance_id }) => instance_id === id),
  };
}

/**
 * The effects of an instance's termination (contract 3.1), as references for policy checks of the actions that would do
 * the same separately.
 */
export async function cascadeReferences(record: InstanceRecord, cascade: Cascade): Promise<Reference[]> {
  const { elastic_ip } = record;
  const { volumes, balancers, snapshots } = await affectedBy(record, cascade);
  return [
    ...volumes.map((volume) =>
      of('volume', volume, 'compute:DetachVolume', ...(volume.isDeleted ? ['compute:DeleteVolume' as const] : [])),
    ),
    ...(elastic_ip ? [of('elastic-ip', elastic_ip, 'compute:DetachElasticIp')] : []),
    ...balancers.map((balancer) => of('load-balancer', balancer, 'compute:RemoveLoadBalancerBackend')),
    ...snapshots.map((snapshot) => of('snapshot', snapshot, 'compute:DeleteSnapshot')),
  ];
}

const of = (kind: Kind, { id }: { id: string }, ...actions: Action[]): Reference => usedAs(kind, ...actions)(id);

/** The condition keys of a launch. */
export function launchFacts(
  _: unknown,
  { body }: { body: { instance_type_id: string; tags: Record<string, string> } },
): ConditionContext {
  return { ...tagFacts(body.tags), ...typeFacts(body.instance_type_id, instanceTypeById.get(body.instance_type_id)) };
}

/** The condition keys of a resize: the instance's tags, and its new type. */
export async function resizeFacts(
  { principal }: Pick<Context, 'principal'>,
  { params, body }: { params: { id: string }; body: { instance_type_id: string } },
): Promise<ConditionContext> {
  const record = await getInstance(principal.account_id, params.id);
  return launchFacts(undefined, { body: { ...body, tags: record?.tags ?? {} } });
}

/** The condition keys of an instance type: its id, and its price in whole rupees a month where the catalog has it. */
const typeFacts = (id: string, type: { price_monthly: number } | undefined): ConditionContext => ({
  'svc:InstanceTypeId': id,
  'svc:PlanPriceMonthly': type?.price_monthly,
});
