import { maintainBuckets } from '#lib/domain/storage/buckets/maintain.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every minute: finishes or undoes unfinished work on buckets, and removes expired keys. */
export const handler = scheduledTask('bucketsSchedule', maintainBuckets);
