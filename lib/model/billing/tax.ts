import * as z from 'zod';
import { timestamp } from '#lib/model/platform/common.ts';
import { gstinCheck, gstinForm, gstStates } from './gst.ts';

/** The GST code of a state, such as `27`. */
const stateCode = z
  .string()
  .refine((code) => Object.hasOwn(gstStates, code), 'must be the GST code of a state: 27 is Maharashtra');

const gstin = z
  .string()
  .transform((text) => text.trim().toUpperCase())
  .superRefine((text, context) => {
    const problem = gstinProblem(text);
    if (problem) context.addIssue({ code: 'custom', ...problem });
  });

function gstinProblem(text: string) {
  if (!gstinForm.test(text))
    return { message: 'must be 15 characters: state code, PAN, registration number, Z, check digit (27AAPFU0939F1ZV)' };
  const expected = gstinCheck(text);
  if (text[14] !== expected)
    return { message: `check digit is ${text[14]}, expected ${expected}`, params: { named: true } };
  if (Object.hasOwn(gstStates, text.slice(0, 2))) return undefined;
  return { message: `state code ${text.slice(0, 2)} is no state's`, params: { named: true } };
}

const printable = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[\x20-\x7e\xa1-\xff]*$/, 'must be in Latin letters, as it stands on invoices');

/** The recipient of an account's invoices and its place of supply (contract 2). */
export const taxProfile = z.strictObject({
  gstin: z.string().nullable(),
  legal_name: z.string().nullable(),
  address: z.string().nullable(),
  state_code: z.string().nullable(),
  /** The GST code of a state: the profile's, or the supplier's when the profile has none. */
  place_of_supply: z.string(),
  /** Null until the profile is first set. */
  updated_at: timestamp.nullable(),
});
export type TaxProfile = z.infer<typeof taxProfile>;

/** A change of a tax profile; null clears a field. */
export const taxProfileChange = z
  .strictObject({
    gstin: gstin.nullable(),
    legal_name: printable(200).nullable(),
    address: printable(500).nullable(),
    state_code: stateCode.nullable(),
  })
  .partial();
export type TaxProfileChange = z.infer<typeof taxProfileChange>;

/** The taxes on an amount, in paise: central and state tax within a state, integrated tax between states. */
export interface Taxes {
  cgst_paise: number;
  sgst_paise: number;
  igst_paise: number;
}
