import { gunzipSync } from 'node:zlib';
import { formOf, refusalOf } from './kind.ts';

/** The maximum size of all user data in bytes, once unpacked. */
export const MOST_UNPACKED = 1024 * 1024;

/** User data, or why it cannot be read. */
export type Unpacked = { readonly text: string } | { readonly problem: string };

/**
 * User data without its packaging: base64, gzip, a byte order mark and leading white space. Text that happens to be
 * valid base64 stays unchanged: only content that decodes to a known form, or to gzip, counts as packed.
 */
export function unpacked(given: string): Unpacked {
  const text = withoutMark(given);
  const bytes = fromBase64(text);
  if (!bytes) return { text };
  if (!isGzip(bytes)) {
    const inner = withoutMark(bytes.toString());
    return { text: isKnown(inner) ? inner : text };
  }
  return inflated(bytes);
}

/** The text of gzipped bytes. */
export function inflated(bytes: Buffer): Unpacked {
  try {
    return { text: withoutMark(gunzipSync(bytes, { maxOutputLength: MOST_UNPACKED }).toString()) };
  } catch (error) {
    const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return { problem: tooLarge ? tooMuch : 'is gzip that cannot be unpacked' };
  }
}

export const tooMuch = 'unpacks to more than 1 MiB';

/** The first bytes of gzip (RFC 1952). */
export const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

const isKnown = (text: string): boolean => formOf(text) !== undefined || refusalOf(text) !== undefined;

/** Like cloud-init, this ignores white space before the form, including a byte order mark. */
const withoutMark = (text: string): string => text.trimStart();

/** The bytes of base64 text, which may have line breaks; undefined for other text. */
export function fromBase64(text: string): Buffer | undefined {
  const plain = text.replaceAll(/\s/gv, '');
  if (plain === '' || plain.length % 4 !== 0 || !/^[A-Za-z0-9+\/]+={0,2}$/v.test(plain)) return undefined;
  return Buffer.from(plain, 'base64');
}
