import type { TaxRecord } from '#lib/store/billing/tax.ts';
import { gstOn, taxSum } from './gst.ts';
import { placeOfSupply } from './profile.ts';
import { supplier } from './supplier.ts';

/** What a top-up of so much costs, GST on top. */
export function priced(amount_paise: number, tax: TaxRecord | undefined) {
  const place_of_supply = placeOfSupply(tax);
  const taxes = gstOn(amount_paise, place_of_supply, supplier().state_code);
  return { place_of_supply, taxes, total_paise: amount_paise + taxSum(taxes) };
}
