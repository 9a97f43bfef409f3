import { scaleGroups } from '#lib/domain/compute/asgs/tick.ts';
import { tick } from '#lib/edge/tick.ts';

/** Every minute: keeps every auto scaling group at what it should be. */
export const handler = tick('scalingTick', scaleGroups);
