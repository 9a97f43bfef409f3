import { expireInvites } from '#lib/domain/identity/teams/expiry.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every hour: settles the invites that have expired. */
export const handler = scheduledTask('invitesSchedule', expireInvites);
