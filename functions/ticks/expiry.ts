import { expireInstances } from '#lib/domain/compute/operations/expiry.ts';
import { tick } from '#lib/edge/tick.ts';

/** Every minute: terminates the instances whose time is over. */
export const handler = tick('expiryTick', expireInstances);
