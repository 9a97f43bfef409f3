import { updateTaxProfile } from '#lib/domain/billing/tax/profile.ts';
import { route } from '#lib/edge/route.ts';
import { taxProfile, taxProfileChange } from '#lib/model/billing/tax.ts';

/**
 * Changes the recipient of future invoices. A GSTIN sets its state. 400 for a GSTIN with a wrong check digit, and for a
 * state that differs from the GSTIN's.
 */
export const handler = route(
  {
    name: 'updateTaxProfile',
    action: 'billing:UpdateTaxProfile',
    resource: () => 'tax-profile',
    body: taxProfileChange,
    versioned: true,
    reply: taxProfile,
    etag: 'always',
  },
  (context, { body }) => updateTaxProfile(context, body),
);
