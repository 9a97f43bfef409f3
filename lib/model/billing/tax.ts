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
  return { message: `state code ${text.slice(0, 2)} is not the code of a state`, params: { named: true } };
}

const printable = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[\x20-\x7e\xa1-\xff]*$/, 'must be in Latin letters, because invoices show it');

/** The recipient of an account's invoices and its place of supply (contract 2). */
export const taxProfile = z.strictObject({
  gstin: z
    .string()
    .nullable()
    .describe('The GST number; null for a recipient without one.')
    .meta({ example: '27AAPFU0939F1ZV' }),
  legal_name: z
    .string()
    .nullable()
    .describe('The name on invoices; null where none is set.')
    .meta({ example: 'Blue Lotus Traders' }),
  address: z
    .string()
    .nullable()
    .describe('The address on invoices; null where none is set.')
    .meta({ example: '14 Hill Road, Pune 411001' }),
  state_code: z
    .string()
    .nullable()
    .describe("The GST code of the recipient's state; null where none is set.")
    .meta({ example: '27' }),
  place_of_supply: z
    .string()
    .describe("The GST code of the state of supply: the recipient's, or the supplier's where that is not set.")
    .meta({ example: '27' }),
  updated_at: timestamp
    .nullable()
    .describe('When the profile was last set, in UTC; null where it never was.')
    .meta({ example: '2026-11-21T04:10:00Z' }),
});
export type TaxProfile = z.infer<typeof taxProfile>;

/** A change of a tax profile; null clears a field. */
export const taxProfileChange = z
  .strictObject({
    gstin: gstin
      .nullable()
      .describe('The GST number, with a valid check digit; it sets the state. Null clears it.')
      .meta({ example: '27AAPFU0939F1ZV' }),
    legal_name: printable(200)
      .nullable()
      .describe('The name on invoices, in Latin letters; null clears it.')
      .meta({ example: 'Blue Lotus Traders' }),
    address: printable(500)
      .nullable()
      .describe('The address on invoices, in Latin letters; null clears it.')
      .meta({ example: '14 Hill Road, Pune 411001' }),
    state_code: stateCode
      .nullable()
      .describe('The GST code of a state, which must agree with the GST number; null clears it.')
      .meta({ example: '27' }),
  })
  .partial();
export type TaxProfileChange = z.infer<typeof taxProfileChange>;

/** The taxes on an amount, in paise: central and state tax within a state, integrated tax between states. */
export interface Taxes {
  cgst_paise: number;
  sgst_paise: number;
  igst_paise: number;
}
