import { measureBuckets } from '#lib/domain/storage/buckets/measure.ts';
import { tick } from '#lib/edge/tick.ts';

/** Every hour: records what each bucket holds, for usage and billing. */
export const handler = tick('storageTick', measureBuckets);
