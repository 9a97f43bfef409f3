import { looseFromBalancer } from '#lib/domain/compute/load-balancers/groups.ts';
import { type AsgRecord, removeAsg } from '#lib/store/compute/asgs.ts';
import { returnQuota } from '#lib/store/platform/quotas.ts';
import { transact } from '#lib/store/platform/write.ts';
import { freeName } from './resource.ts';

/** Deletes a group that has no members any more, with its name, its place in the quota and its hold on the load balancer. */
export function removal(group: AsgRecord): Promise<void> {
  const { account_id, id, load_balancer_id } = group;
  return transact([
    ...removeAsg(group),
    freeName(group, group.name),
    returnQuota(account_id, 'asgs'),
    ...(load_balancer_id ? [looseFromBalancer({ account_id, id, load_balancer_id })] : []),
  ]);
}
