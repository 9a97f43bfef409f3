import { tendBuckets } from '#lib/domain/storage/buckets/tick.ts';
import { tick } from '#lib/edge/tick.ts';

/** Every minute: finishes or undoes what was begun with buckets and left, and takes away keys that have run out. */
export const handler = tick('bucketsTick', tendBuckets);
