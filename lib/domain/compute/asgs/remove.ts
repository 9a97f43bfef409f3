import { unbindFromBalancer } from '#lib/domain/compute/load-balancers/groups.ts';
import { type AsgRecord, removeAsg } from '#lib/store/compute/asgs.ts';
import { returnQuota } from '#lib/store/platform/quotas.ts';
import { transact } from '#lib/store/platform/write.ts';
import { freeName } from './resource.ts';

/**
 * Deletes a group without members: its record, its name, its use of the quota, and its reference from the load
 * balancer.
 */
export function removeGroup(group: AsgRecord): Promise<void> {
  const { account_id, id, load_balancer_id } = group;
  return transact([
    ...removeAsg(group),
    freeName(group, group.name),
    returnQuota(account_id, 'asgs'),
    ...(load_balancer_id ? [unbindFromBalancer({ account_id, id, load_balancer_id })] : []),
  ]);
}
