import { meter } from '#lib/domain/billing/metering/meter-all.ts';
import { stopAll } from '#lib/domain/compute/instances/stop-all.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every minute: charges the accounts that are due for what they have used. */
export const handler = scheduledTask('meteringSchedule', (share) => meter(stopAll, share));
