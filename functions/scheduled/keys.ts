import { rotateKeys } from '#lib/domain/identity/sessions/rotate-keys.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every day: rotates the keys that sign access tokens, if they are 30 days old. */
export const handler = scheduledTask('keysSchedule', rotateKeys);
