import type { Context } from '#lib/domain/platform/context.ts';
import { checkBalance } from '#lib/domain/wallets/afford.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { operate } from './operate.ts';

/** Powers a stopped instance on; 402 where the wallet cannot pay its first hour, 409 unless it is stopped. */
export function startInstance(context: Context, input: { id: string }): Promise<Instance> {
  return operate(context, input.id, {
    kind: 'start',
    action: 'start',
    status: 'starting',
    options: {},
    also: (record) => [checkBalance(record.account_id, record.price_hourly_paise, record.instance_type_id)],
    priceDelta: (record) => record.price_hourly_paise,
  });
}
