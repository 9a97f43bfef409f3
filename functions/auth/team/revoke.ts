import * as z from 'zod';
import { revokeInvite } from '#lib/domain/identity/teams/revoke.ts';
import { route } from '#lib/edge/route.ts';
import { deleted, id } from '#lib/model/platform/common.ts';

/** Revokes an invite; 409 wrong_state if it is no longer pending. */
export const handler = route(
  {
    name: 'revokeInvite',
    action: 'team:RevokeInvite',
    resource: () => 'team',
    params: z.strictObject({ id: id('invite') }),
    dryRun: true,
    reply: z.strictObject({ id: id('invite'), deleted }),
  },
  (context, { params }) => revokeInvite(context, params),
);
