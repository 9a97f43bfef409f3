import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** A new token: `<prefix>_` and 256 random bits in base64url. */
export function newOpaqueToken(prefix: string): string {
  return `${prefix}_${random()}`;
}

/**
 * A new refresh token with the id of its family: `rt_<family>.<43 random characters>`. The first 21 characters (126
 * bits) are the family's mark, which all its tokens share; the others (132 bits) are new for each token.
 */
export function newRefreshToken(family: string, mark: string = random().slice(0, MARK_LENGTH)): string {
  return `rt_${family}.${mark}${random().slice(MARK_LENGTH)}`;
}

const MARK_LENGTH = 21;

/** The family's mark in a refresh token. Its presenter has, or had, a token of the family. */
export const refreshMark = (token: string): string =>
  token.slice(token.indexOf('.') + 1, token.indexOf('.') + 1 + MARK_LENGTH);

/** The family id in a refresh token, unproven until the token's hash is compared; undefined for any other text. */
export function refreshFamily(token: string): string | undefined {
  return /^rt_([A-Za-z0-9-]{1,64})\.[A-Za-z0-9_-]{43}$/.exec(token)?.[1];
}

/** SHA-256 in base64url: the stored form of a high-entropy token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Whether a token has this stored hash, in constant time. */
export function matchesHash(token: string, hash: string): boolean {
  return equalInConstantTime(hashToken(token), hash);
}

/** Whether two texts are equal. The time reveals only a difference in length. */
export function equalInConstantTime(a: string, b: string): boolean {
  const left = Buffer.from(a, 'utf16le');
  const right = Buffer.from(b, 'utf16le');
  return left.length === right.length && timingSafeEqual(left, right);
}

function random(): string {
  return randomBytes(32).toString('base64url');
}

/** Six random decimal digits, for a user to type. */
export const newDigits = (): string => String(randomInt(1_000_000)).padStart(6, '0');
