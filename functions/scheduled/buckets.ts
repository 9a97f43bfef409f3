import { maintainBuckets } from '#lib/domain/storage/buckets/maintain.ts';
import { scheduledTask } from '#lib/edge/scheduled-task.ts';

/** Every minute: finishes or undoes what was begun with buckets and left, and takes away keys that have run out. */
export const handler = scheduledTask('bucketsSchedule', maintainBuckets);
