import { placeNewEvents } from '#lib/domain/platform/activity/place-all.ts';
import { placing } from '#lib/edge/placing.ts';
import { stream } from '#lib/edge/task.ts';

/** Places events in the activity feed as soon as they are committed. Only in the cloud; a laptop is woken instead. */
export const handler = stream('activityStream', (keys) => placeNewEvents(keys, placing));
