import { createJoinToken } from '#lib/domain/compute/hosts/tokens.ts';
import { route } from '#lib/edge/route.ts';
import { joinTokenWish, newJoinToken } from '#lib/model/compute/operated-host.ts';

/** Makes a token by which one machine joins as a host. Only this reply has its text, and the command to run there. */
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
