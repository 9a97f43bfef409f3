import { gstinCheck, gstinForm, gstStates } from '#lib/model/billing/gst.ts';

/** The characters of a GSTIN. */
const length = 15;

/** What is wrong with a GSTIN, as it is typed; undefined where nothing is. */
export function gstinFault(gstin: string): string | undefined {
  const state = gstin.slice(0, 2);
  if (state.length === 2 && !(state in gstStates)) return `No state has the code ${state}.`;
  if (gstin.length < length) return `${length - gstin.length} of ${length} characters are missing.`;
  if (!gstinForm.test(gstin)) return 'A GSTIN is two digits, a PAN, a digit or letter, Z, and a check character.';
  const check = gstinCheck(gstin);
  return gstin.at(-1) === check
    ? undefined
    : `The check character of ${gstin.slice(0, -1)} is ${check}: check for a typing error.`;
}
