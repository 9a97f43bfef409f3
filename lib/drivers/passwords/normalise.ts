/** Bounds of a password in Unicode code points after normalisation (contract 4.6). */
export const MIN_CHARACTERS = 8;
export const MAX_CHARACTERS = 128;

/** 128 code points of four UTF-8 bytes. */
const MAX_BYTES = 512;

/** NFKC, so that one password typed on two keyboards is one password (NIST SP 800-63B-4, 3.1.1.2). */
export function normalised(password: string): string {
  return password.normalize('NFKC');
}

/** The length that users count: code points after normalisation. */
export function characters(password: string): number {
  return [...normalised(password)].length;
}

/** Over 512 bytes as sent or over 128 characters: never normalised further nor hashed. */
export function isTooLong(password: string): boolean {
  // The bytes first: normalisation can make eighteen characters of one.
  return Buffer.byteLength(password) > MAX_BYTES || characters(password) > MAX_CHARACTERS;
}
