import { setupAutopay } from '#lib/domain/billing/autopay/authorize.ts';
import { route } from '#lib/edge/route.ts';
import { authorization } from '#lib/model/billing/mandate.ts';

/**
 * Prepares the authorisation of a mandate at the gateway, within 30 minutes. 404 if there is none, 409 unless it is
 * new, 503.
 */
export const handler = route(
  {
    name: 'setupAutopay',
    action: 'billing:CreateAutopay',
    resource: () => 'autopay',
    versioned: true,
    reply: authorization,
  },
  (context) => setupAutopay(context),
);
