import * as z from 'zod';
import { getInviteInfo } from '#lib/domain/identity/teams/info.ts';
import { route } from '#lib/edge/route.ts';
import { inviteInfo } from '#lib/model/identity/team.ts';
import { exampleInviteToken } from '#lib/model/platform/example-token.ts';

/**
 * Shows the public information of an invite to a caller with its token; 404 for an unknown or revoked one, 410
 * invite_expired.
 */
export const handler = route(
  {
    name: 'getInviteInfo',
    action: null,
    public: true,
    query: z.strictObject({
      token: z.string().min(1).max(256).describe('The token of the invite.').meta({ example: exampleInviteToken }),
    }),
    reply: inviteInfo,
  },
  (context, { query }) => getInviteInfo(context, query),
);
