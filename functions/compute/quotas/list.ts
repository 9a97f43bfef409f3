import { listQuotas } from '#lib/domain/platform/quotas/list.ts';
import { route } from '#lib/edge/route.ts';
import { listOf } from '#lib/model/platform/lists.ts';
import { quota } from '#lib/model/platform/quota.ts';

/** The limits of the account, and how much of each is used. */
export const handler = route(
  { name: 'listQuotas', action: 'compute:ListQuotas', reply: listOf('quotas', quota) },
  (context) => listQuotas(context),
);
