import { placeAllEvents } from '#lib/domain/platform/activity/place-all.ts';
import { placing } from '#lib/edge/placing.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every minute: places the events that the stream did not place in the activity feed. */
export const handler = scheduledTask('activitySchedule', () => placeAllEvents(placing));
