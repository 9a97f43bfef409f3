import { checkBalance } from '#lib/domain/billing/wallets/afford.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { isSystem } from '#lib/domain/platform/operations/system-context.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { priceDelta } from '#lib/model/platform/dry-run.ts';
import { operate } from './operate.ts';
import { presentPrice } from './settle.ts';

/** Starts a stopped instance. 402 where the wallet cannot pay its first hour, 409 unless it is stopped. */
export function startInstance(context: Context, input: { id: string }): Promise<Instance> {
  return operate(context, input.id, {
    kind: 'start',
    action: 'start',
    status: 'starting',
    options: {},
    also: ({ account_id, price_hourly_paise, instance_type_id }) => [
      checkBalance(account_id, price_hourly_paise, instance_type_id, isSystem(context.principal)),
    ],
    rehearse: (record) => priceDelta(presentPrice(record), record.plan.price_monthly),
  });
}
