import * as z from 'zod';
import { acceptInvite } from '#lib/domain/identity/teams/accept.ts';
import { route } from '#lib/edge/route.ts';
import { joined } from '#lib/model/identity/team.ts';

/**
 * Joins the account that an invite is to. 403 for IAM users and for another address than the invited one, 404 for an
 * unknown token, 410 invite_expired, 409 for a member; the same answer again for whoever accepted it.
 */
export const handler = route(
  {
    name: 'acceptInvite',
    action: null,
    body: z.strictObject({ token: z.string().min(1).max(256) }),
    reply: joined,
  },
  (context, { body }) => acceptInvite(context, body),
);
