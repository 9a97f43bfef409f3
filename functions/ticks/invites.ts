import { expireInvites } from '#lib/domain/identity/teams/expiry.ts';
import { tick } from '#lib/edge/tick.ts';

/** Every hour: settles the invites that nobody accepted in time. */
export const handler = tick('invitesTick', expireInvites);
