import { expireInvites } from '#lib/domain/identity/teams/expiry.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every hour: settles the invites that nobody accepted in time. */
export const handler = scheduledTask('invitesSchedule', expireInvites);
