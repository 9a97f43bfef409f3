import { hash, parseOptions, verify } from '@node-rs/argon2';
import { isTooLong, normalised } from './normalise.ts';

/** OWASP Password Storage Cheat Sheet's minimum for argon2id: 19 MiB, two passes, one lane (about 15 ms). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

const ARGON2ID = 2;
const VERSION_19 = 1;

/**
 * The hash of a discarded random password, at the cost above, so that checking an unknown user takes as long as a known
 * one.
 */
export const UNKNOWN_USER_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$+7bOp/6ECHqlm5BPXM/9aA$PQrTqCa/MmsVWheMTJAwR+yYLBzzNShlHxRM4GwpYqs';

/**
 * Hashes a password to a PHC string. Throws TypeError for a password over the limits, which `checkPassword` reports.
 */
export async function hashPassword(password: string): Promise<string> {
  if (isTooLong(password)) throw new TypeError('password over 128 characters');
  return hash(normalised(password), { ...cost, algorithm: ARGON2ID, version: VERSION_19 });
}

/**
 * Whether the password has this hash. Pass undefined for a user that does not exist or has no password: the result is
 * false, after the same work. A password over the limits is false at once, for every user. Throws for a corrupt stored
 * hash.
 */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  if (isTooLong(password)) return false;
  const matches = await verify(stored ?? UNKNOWN_USER_HASH, normalised(password));
  return matches && stored !== undefined;
}

/** Whether a hash was made at a cost other than today's. The next successful login then makes a new hash. */
export function needsRehash(stored: string): boolean {
  const options = parseOptions(stored);
  return (
    options.algorithm !== ARGON2ID ||
    options.version !== VERSION_19 ||
    options.memoryCost !== cost.memoryCost ||
    options.timeCost !== cost.timeCost ||
    options.parallelism !== cost.parallelism ||
    options.outputLen !== cost.outputLen
  );
}
