import { unmetered } from '#lib/domain/billing/metering/marks.ts';
import { removalOf } from '#lib/domain/compute/hosts/balancers.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { LoadBalancer } from '#lib/model/compute/load-balancer.ts';
import { each, priceDelta } from '#lib/model/platform/dry-run.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { changeLoadBalancer } from '#lib/store/compute/load-balancers.ts';
import { findLoadBalancer, toLoadBalancer } from './resource.ts';

/**
 * Deletes a load balancer: its connections end, and its address returns to the pool. One that is being deleted is
 * answered unchanged. 409 in_use while an auto scaling group uses it, 412 for a stale If-Match.
 */
export function deleteLoadBalancer(context: Context, { id }: { id: string }): Promise<LoadBalancer> {
  return retryOnConflict(async () => {
    const record = await findLoadBalancer(context, id);
    if (record.status === 'deleting') {
      return context.commit({ writes: [], reply: toLoadBalancer(record), version: record.version });
    }
    context.match(record.version);
    await context.refuseDenied(Object.keys(record.backends).map((id) => ({ kind: 'instance', id })));
    const [group] = record.asg_ids ?? [];
    if (group) throw new ApiError('in_use', `load balancer ${id} is referenced by ${group}; change that group first`);
    const next = { status: 'deleting' as const, status_reason: null, updated_at: rfc3339(context.now) };
    return context.commit({
      writes: record.lost
        ? // Its host does not serve it and may never come back. It is already not charged.
          removalOf(record)
        : [changeLoadBalancer(record, next), unmetered('load_balancers', record, next.updated_at)],
      reply: toLoadBalancer({ ...record, ...next }),
      version: record.version + 1,
      rings: [record.host_id],
      rehearsal: {
        would: `delete load balancer ${id}`,
        ...priceDelta(record.price_monthly, 0),
        cascade: each('instance', Object.keys(record.backends), 'removed as backend'),
      },
    });
  });
}
