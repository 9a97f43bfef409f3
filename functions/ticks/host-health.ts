import { checkHosts } from '#lib/domain/compute/hosts/health.ts';
import { tick } from '#lib/edge/tick.ts';

/** Every minute: marks the machines of hosts that have fallen silent. */
export const handler = tick('hostHealthTick', checkHosts);
