import { listQuotas } from '#lib/domain/platform/quotas/list.ts';
import { route } from '#lib/edge/route.ts';
import { listOf, shortListQuery } from '#lib/model/platform/lists.ts';
import { quota } from '#lib/model/platform/quota.ts';

/** Lists the limits of the account, and how much of each is used. */
export const handler = route(
  { name: 'listQuotas', action: 'compute:ListQuotas', query: shortListQuery('name'), reply: listOf('quotas', quota) },
  (context, { query }) => listQuotas(context, query),
);
