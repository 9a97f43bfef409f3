import * as z from 'zod';
import { acceptInvite } from '#lib/domain/identity/teams/accept.ts';
import { route } from '#lib/edge/route.ts';
import { joined } from '#lib/model/identity/team.ts';
import { exampleInviteToken } from '#lib/model/platform/example-token.ts';

/**
 * Joins the account of an invite; a second acceptance by the same user gets the same reply. 403 for IAM users and for a
 * user with another address than the invited one, 404 for an unknown token, 410 invite_expired, 409 for a member.
 */
export const handler = route(
  {
    name: 'acceptInvite',
    action: null,
    body: z.strictObject({
      token: z
        .string()
        .min(1)
        .max(256)
        .describe('The token of the invite.')
        .meta({ writeOnly: true, example: exampleInviteToken }),
    }),
    reply: joined,
  },
  (context, { body }) => acceptInvite(context, body),
);
