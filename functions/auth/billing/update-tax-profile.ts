import { updateTaxProfile } from '#lib/domain/billing/tax/profile.ts';
import { route } from '#lib/edge/route.ts';
import { taxProfile, taxProfileChange } from '#lib/model/billing/tax.ts';

/**
 * Changes who is invoiced for top-ups that are made from now on. A GSTIN brings its state with it; 400 for one whose
 * check digit is wrong, and for a state that is not the GSTIN's.
 */
export const handler = route(
  {
    name: 'updateTaxProfile',
    action: 'billing:UpdateTaxProfile',
    resource: () => 'tax-profile',
    body: taxProfileChange,
    reply: taxProfile,
  },
  (context, { body }) => updateTaxProfile(context, body),
);
