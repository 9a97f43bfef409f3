import type { Taxes } from '#lib/model/billing/tax.ts';
import type { TaxRecord } from '#lib/store/billing/tax.ts';
import { supplier, supplierState } from './supplier.ts';

/** Percent of GST on cloud services (SAC 998315). */
const rate = 18;

/** Rounds half a paisa up. Exact for amounts below ₹9,000 crore. */
const rounded = (numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator) / (2 * denominator));

/**
 * GST on an amount in paise. Within the supplier's state it is half central and half state tax, each rounded to paise;
 * otherwise it is integrated tax.
 */
export function gstOn(amount_paise: number, placeOfSupply: string, supplierState: string): Taxes {
  if (placeOfSupply !== supplierState)
    return { cgst_paise: 0, sgst_paise: 0, igst_paise: rounded(amount_paise * rate, 100) };
  const half = rounded(amount_paise * rate, 200);
  return { cgst_paise: half, sgst_paise: half, igst_paise: 0 };
}

/** The sum of the taxes in paise. */
export const taxSum = ({ cgst_paise, sgst_paise, igst_paise }: Taxes): number => cgst_paise + sgst_paise + igst_paise;

/** A payment in paise and the taxes that it includes. */
export interface Paid {
  total_paise: number;
  taxes: Taxes;
}

/**
 * The share of a refund of `amount` paise in the taxable value and in each tax, after `before` paise were refunded. The
 * shares of all refunds of a payment add up exactly to the parts of the payment.
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

/** The GST code of an account's place of supply: its own state, or the supplier's when the account has set none. */
export const placeOfSupply = (tax: Pick<TaxRecord, 'state_code'> | undefined): string =>
  tax?.state_code ?? supplierState();

/** The price of a top-up by this many paise: the place of supply, the taxes, and the total including them. */
export function addTax(amount_paise: number, tax: TaxRecord | undefined) {
  const place_of_supply = placeOfSupply(tax);
  const taxes = gstOn(amount_paise, place_of_supply, supplier().state_code);
  return { place_of_supply, taxes, total_paise: amount_paise + taxSum(taxes) };
}
