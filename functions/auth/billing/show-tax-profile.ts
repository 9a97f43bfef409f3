import { getTaxProfile } from '#lib/domain/billing/tax/profile.ts';
import { route } from '#lib/edge/route.ts';
import { taxProfile } from '#lib/model/billing/tax.ts';

/** Shows the recipient of the account's invoices. `place_of_supply` is the supplier's state until a state is set. */
export const handler = route(
  {
    name: 'getTaxProfile',
    action: 'billing:GetTaxProfile',
    resource: () => 'tax-profile',
    reply: taxProfile,
    etag: 'always',
  },
  (context) => getTaxProfile(context),
);
