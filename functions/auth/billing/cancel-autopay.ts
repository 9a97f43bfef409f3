import { cancelAutopay } from '#lib/domain/billing/autopay/cancel.ts';
import { route } from '#lib/edge/route.ts';
import { mandate } from '#lib/model/billing/mandate.ts';

/** Cancels a mandate, here and at the gateway, along with any announced debit. 404, 409, 503. */
export const handler = route(
  {
    name: 'cancelAutopay',
    action: 'billing:CancelAutopay',
    resource: () => 'autopay',
    versioned: true,
    dryRun: true,
    reply: mandate,
    etag: 'always',
  },
  (context) => cancelAutopay(context),
);
