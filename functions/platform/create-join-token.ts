import { createJoinToken } from '#lib/domain/compute/hosts/tokens.ts';
import { route } from '#lib/edge/route.ts';
import { joinTokenWish, newJoinToken } from '#lib/model/compute/operated-host.ts';

/**
 * Creates a token with which one machine joins as a host. Only this reply contains its text, and the command to run
 * there.
 */
export const handler = route(
  {
    name: 'createJoinToken',
    action: 'platform:ManageJoinTokens',
    resource: () => 'join-token/*',
    body: joinTokenWish,
    reply: newJoinToken,
    status: 201,
  },
  (context, { body }) => createJoinToken(context, body),
);
