import { listJoinTokens } from '#lib/domain/compute/hosts/tokens.ts';
import { route } from '#lib/edge/route.ts';
import { joinToken } from '#lib/model/compute/operated-host.ts';
import { listOf, logQuery } from '#lib/model/platform/lists.ts';

/** Lists the tokens with which hosts can still join. */
export const handler = route(
  {
    name: 'listJoinTokens',
    action: 'platform:ManageJoinTokens',
    resource: () => 'join-token/*',
    query: logQuery,
    reply: listOf('join_tokens', joinToken),
  },
  (context, { query }) => listJoinTokens(context, query),
);
