import { listQuotas } from '#lib/domain/quotas/list.ts';
import { route } from '#lib/edge/route.ts';
import { listOf } from '#lib/model/lists.ts';
import { quota } from '#lib/model/quota.ts';

/** Every limit of the account, and how much of it is used. */
export const handler = route(
  { name: 'listQuotas', action: 'compute:ListQuotas', reply: listOf('quotas', quota) },
  (context) => listQuotas(context),
);
