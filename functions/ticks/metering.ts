import { meter } from '#lib/domain/billing/metering/tick.ts';
import { stopAll } from '#lib/domain/compute/instances/stop-all.ts';
import { tick } from '#lib/edge/tick.ts';

/** Every minute: charges the accounts that are due for what they have used. */
export const handler = tick('meteringTick', () => meter(stopAll));
