import { placeNewEvents } from '#lib/domain/platform/activity/place-all.ts';
import { placing } from '#lib/edge/placing.ts';
import { stream } from '#lib/edge/task.ts';

/** As soon as events are committed: places them in the activity feed. In the cloud alone; a laptop has a wakeup. */
export const handler = stream('activityStream', (keys) => placeNewEvents(keys, placing));
