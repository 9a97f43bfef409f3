import { getAutopay } from '#lib/domain/billing/autopay/manage.ts';
import { route } from '#lib/edge/route.ts';
import { mandateOrNone } from '#lib/model/billing/mandate.ts';

/** Shows the account's mandate; `{status: "none"}` when it never had one. */
export const handler = route(
  {
    name: 'getAutopay',
    action: 'billing:GetAutopay',
    resource: () => 'autopay',
    reply: mandateOrNone,
    etag: 'sometimes',
  },
  (context) => getAutopay(context),
);
