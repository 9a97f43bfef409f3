import { checkBalance } from '#lib/domain/billing/wallets/afford.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { isSystem } from '#lib/domain/platform/operations/system-context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { isAllowed } from '#lib/model/compute/instance-states.ts';
import { planOf } from '#lib/model/platform/catalog.ts';
import { priceDelta } from '#lib/model/platform/dry-run.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { pinVpc } from '#lib/store/compute/vpcs.ts';
import { moveOf } from './move.ts';
import { operateOn } from './operate.ts';
import { findInstance } from './resource.ts';
import { presentPrice } from './settle.ts';

/**
 * Starts a stopped instance, on another host of its disks if its own takes nothing new. 402 where the wallet cannot pay
 * its first hour, 409 unless it is stopped.
 */
export function startInstance(context: Context, { id }: { id: string }): Promise<Instance> {
  let attempt = 0;
  return retryOnConflict(async () => {
    attempt++;
    const record = await findInstance(context, id);
    const mayStart = isAllowed('start', record.status, record) && !record.operation;
    const move = mayStart ? await moveOf(record, attempt) : undefined;
    return operateOn(context, record, {
      kind: 'start',
      action: 'start',
      status: 'starting',
      options: {},
      ...(move && { moves: true, change: move.change }),
      also: () => [
        checkBalance(
          record.account_id,
          record.price_hourly_paise,
          record.instance_type_id,
          isSystem(context.principal),
        ),
        ...(move?.writes ?? []),
        ...(record.returned && !move
          ? [pinVpc(record.account_id, record.vpc_id, record.host_id, elsewhere(record))]
          : []),
      ],
      rehearse: () => priceDelta(presentPrice(record), planOf(record).price_monthly),
    });
  });
}

/** The 409 for a machine whose VPC has moved to another host while its own host was lost. */
const elsewhere =
  ({ id, vpc_id, host_id }: InstanceRecord) =>
  (network: string) =>
    new ApiError(
      'wrong_state',
      `vpc ${vpc_id} is in network_scope ${network}, instance ${id} in ${host_id}; it can start once the VPC has no machine there`,
    );
