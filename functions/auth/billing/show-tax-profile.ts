import { getTaxProfile } from '#lib/domain/billing/tax/profile.ts';
import { route } from '#lib/edge/route.ts';
import { taxProfile } from '#lib/model/billing/tax.ts';

/** Who is invoiced for the account's top-ups; `place_of_supply` is the supplier's own state until one is set. */
export const handler = route(
  {
    name: 'getTaxProfile',
    action: 'billing:GetTaxProfile',
    resource: () => 'tax-profile',
    reply: taxProfile,
  },
  (context) => getTaxProfile(context),
);
