import * as z from 'zod';
import { deleteJoinToken } from '#lib/domain/compute/hosts/tokens.ts';
import { route } from '#lib/edge/route.ts';
import { joinToken, joinTokenPath } from '#lib/model/compute/operated-host.ts';
import { deleted } from '#lib/model/platform/common.ts';

/** Revokes a join token that nobody has used. */
export const handler = route(
  {
    name: 'deleteJoinToken',
    action: 'platform:ManageJoinTokens',
    resource: ({ id }) => `join-token/${id}`,
    params: joinTokenPath,
    dryRun: true,
    reply: z.strictObject({ id: joinToken.shape.id, deleted }),
  },
  (context, { params }) => deleteJoinToken(context, params),
);
