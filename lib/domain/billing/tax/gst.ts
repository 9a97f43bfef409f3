import type { Taxes } from '#lib/model/billing/tax.ts';
import type { TaxRecord } from '#lib/store/billing/tax.ts';
import { supplier, supplierState } from './supplier.ts';

/** Percent of GST on cloud services (SAC 998315). */
const rate = 18;

/** Half a paisa and more is a whole one; exact for amounts below ₹9,000 crore. */
const rounded = (numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator) / (2 * denominator));

/** GST on an amount: half central and half state tax, each rounded to paise, within the supplier's state; else integrated tax. */
export function gstOn(amount_paise: number, placeOfSupply: string, supplierState: string): Taxes {
  if (placeOfSupply !== supplierState)
    return { cgst_paise: 0, sgst_paise: 0, igst_paise: rounded(amount_paise * rate, 100) };
  const half = rounded(amount_paise * rate, 200);
  return { cgst_paise: half, sgst_paise: half, igst_paise: 0 };
}

/** All of the taxes. */
export const taxSum = ({ cgst_paise, sgst_paise, igst_paise }: Taxes): number => cgst_paise + sgst_paise + igst_paise;

/** An amount that was paid, with the taxes in it. */
export interface Paid {
  total_paise: number;
  taxes: Taxes;
}

/**
 * What a refund gives back of each part of what was paid, where `before` was refunded already: the parts of all refunds of
 * a payment sum to exactly the parts of the payment.
 */
export function refundShare(
  { total_paise, taxes }: Paid,
  before: number,
  amount: number,
): { taxable_paise: number } & Taxes {
  const part = (paise: number) =>
    proportion(paise, before + amount, total_paise) - proportion(paise, before, total_paise);
  const shares = {
    cgst_paise: part(taxes.cgst_paise),
    sgst_paise: part(taxes.sgst_paise),
    igst_paise: part(taxes.igst_paise),
  };
  return { taxable_paise: amount - taxSum(shares), ...shares };
}

const proportion = (paise: number, of: number, total: number): number => rounded(paise * of, total);

/** The state in which what an account buys is supplied: its own, or the supplier's where it named none. */
export const placeOfSupply = (tax: Pick<TaxRecord, 'state_code'> | undefined): string =>
  tax?.state_code ?? supplierState();

/** What a top-up of so much costs, GST on top. */
export function addTax(amount_paise: number, tax: TaxRecord | undefined) {
  const place_of_supply = placeOfSupply(tax);
  const taxes = gstOn(amount_paise, place_of_supply, supplier().state_code);
  return { place_of_supply, taxes, total_paise: amount_paise + taxSum(taxes) };
}
