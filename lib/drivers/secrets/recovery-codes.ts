import { randomBytes } from 'node:crypto';
import { keyedHash } from '#lib/drivers/secrets/secret-keys.ts';

const COUNT = 10;
const LENGTH = 10;

/** Crockford's base32 in lower case, in which no two characters look alike. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten new codes of 50 random bits each, for a user to keep: `k7m2x-9qd4w`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const code = Array.from(randomBytes(LENGTH), (byte) => alphabet[byte % 32]).join('');
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  });
}

/**
 * The stored form of a recovery code: a keyed hash, bound to its owner. Every spelling of the code (capitals, blanks,
 * hyphens, O for 0, I and L for 1) has the same hash; null for a text that cannot be a recovery code.
 */
export async function hashRecoveryCode(owner: string, typed: string): Promise<string | null> {
  if (typed.length > 64) return null;
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  if (code.length !== LENGTH || [...code].some((char) => !alphabet.includes(char))) return null;
  return keyedHash('recovery-code', `${owner}:${code}`);
}
