import { placeAllEvents } from '#lib/domain/platform/activity/place-all.ts';
import { placing } from '#lib/edge/placing.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every minute: places the events in the activity feed that the stream did not place. */
export const handler = scheduledTask('activitySchedule', () => placeAllEvents(placing));
