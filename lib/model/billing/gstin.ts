/** The 36 characters of a GSTIN, in the order of their values. */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** State, PAN, number of the registration, Z, check character. */
export const gstinForm = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/;

/** The check character of a GSTIN's first 14: mod 36, weights 1 and 2 in turn, the digits of each product summed. */
export function gstinCheck(gstin: string): string {
  const sum = [...gstin.slice(0, 14)].reduce((total, character, at) => {
    const product = alphabet.indexOf(character) * (at % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return alphabet[(36 - (sum % 36)) % 36] as string;
}
