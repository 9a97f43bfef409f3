import { checkBalance } from '#lib/domain/billing/wallets/afford.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { isSystem } from '#lib/domain/platform/operations/system-context.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { priceDelta } from '#lib/model/platform/dry-run.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { pinVpc } from '#lib/store/compute/vpcs.ts';
import { operate } from './operate.ts';
import { presentPrice } from './settle.ts';

/** Starts a stopped instance. 402 where the wallet cannot pay its first hour, 409 unless it is stopped. */
export function startInstance(context: Context, input: { id: string }): Promise<Instance> {
  return operate(context, input.id, {
    kind: 'start',
    action: 'start',
    status: 'starting',
    options: {},
    also: (record) => [
      checkBalance(record.account_id, record.price_hourly_paise, record.instance_type_id, isSystem(context.principal)),
      ...(record.returned ? [pinVpc(record.account_id, record.vpc_id, record.host_id, elsewhere(record))] : []),
    ],
    rehearse: (record) => priceDelta(presentPrice(record), record.plan.price_monthly),
  });
}

/** The 409 for a machine whose VPC went on elsewhere while its host was lost. */
const elsewhere =
  ({ id, vpc_id, host_id }: InstanceRecord) =>
  (network: string) =>
    new ApiError(
      'wrong_state',
      `vpc ${vpc_id} is in network_scope ${network}, instance ${id} in ${host_id}; it can start once the VPC has no machine there`,
    );
