import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { asgsInVpc } from '#lib/store/compute/asgs.ts';
import { changeBlocks, isUsed, type Occupancy, readBlocks, removeVpc } from '#lib/store/compute/vpcs.ts';
import { returnQuota } from '#lib/store/platform/quotas.ts';
import { Stale } from '#lib/store/platform/write.ts';
import { findVpc, freeName } from './resource.ts';

/**
 * Deletes a VPC. 409 protected for the account's default VPC, 409 in_use while instances or load balancers are in it or
 * a group launches into it.
 */
export function deleteVpc(context: Context, { id }: { id: string }): Promise<{ id: string; deleted: true }> {
  return retryOnConflict(async () => {
    const { account_id } = context.principal;
    const [record, known, groups] = await allInOrder([
      findVpc(context, id),
      readBlocks(account_id),
      // The record does not list older groups, from before they were stored in it.
      asgsInVpc(account_id, id),
    ]);
    context.match(record.version);
    if (record.is_default)
      throw new ApiError('protected', `vpc ${id} is the account's default VPC and cannot be deleted`);
    const occupancy = { ...record, asg_ids: new Set([...(record.asg_ids ?? []), ...groups]) };
    if (isUsed(occupancy)) throw inUse(id, occupancy);
    const { [id]: _, ...others } = known.blocks;
    return context.commit({
      writes: [
        removeVpc(
          record,
          (occupancy) => inUse(id, occupancy),
          () => new Stale(),
        ),
        freeName(record, record.name),
        changeBlocks(account_id, known, others),
        returnQuota(account_id, 'vpcs'),
      ],
      reply: { id, deleted: true as const },
    });
  });
}

function inUse(id: string, { instance_count, load_balancer_count = 0, asg_ids = new Set() }: Occupancy): ApiError {
  const groups = [...asg_ids];
  const parts = [
    counted(instance_count, 'instance'),
    counted(load_balancer_count, 'load balancer'),
    groups.length > 0 ? `auto scaling group${groups.length > 1 ? 's' : ''} ${groups.join(', ')}` : '',
  ].filter(Boolean);
  return new ApiError('in_use', `vpc ${id} has ${parts.join(' and ')}`);
}

const counted = (count: number, noun: string) => (count > 0 ? `${count} ${noun}${count === 1 ? '' : 's'}` : '');
