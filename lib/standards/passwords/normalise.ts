/** Bounds of a password in Unicode code points after normalisation (contract 4.6). */
export const MIN_CHARACTERS = 8;
export const MAX_CHARACTERS = 128;

/** 128 code points of four UTF-8 bytes. */
const MAX_BYTES = 512;

/** Normalises by NFKC, so that a password is the same on different keyboards (NIST SP 800-63B-4, 3.1.1.2). */
export function normalised(password: string): string {
  return password.normalize('NFKC');
}

/** The length that users see: code points after normalisation. */
export function characters(password: string): number {
  return [...normalised(password)].length;
}

/** Whether a password has more than 512 bytes as sent or more than 128 characters. Such a password is not hashed. */
export function isTooLong(password: string): boolean {
  // Checks bytes first: normalisation can expand one character to eighteen.
  return Buffer.byteLength(password) > MAX_BYTES || characters(password) > MAX_CHARACTERS;
}
