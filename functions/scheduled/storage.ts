import { measureBuckets } from '#lib/domain/storage/buckets/measure.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every hour: records what each bucket holds, for usage and billing. */
export const handler = scheduledTask('storageSchedule', () => measureBuckets());
