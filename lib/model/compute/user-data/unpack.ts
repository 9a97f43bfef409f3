import { gunzipSync } from 'node:zlib';
import { formOf, refusalOf } from './kind.ts';

/** Bytes of user data in all, once it is unpacked. */
export const MOST_UNPACKED = 1024 * 1024;

/** User data, or why it cannot be read. */
export type Unpacked = { readonly text: string } | { readonly problem: string };

/**
 * User data without what it travels in: base64, gzip, a byte order mark, white space before it. Text that is base64 by
 * chance stays as it is: only what unpacks to a known form, or to gzip, counts as packed.
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

/** RFC 1952: the first bytes of gzip. */
export const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

const isKnown = (text: string): boolean => formOf(text) !== undefined || refusalOf(text) !== undefined;

/** cloud-init looks for a form below white space, too, of which a byte order mark is some. */
const withoutMark = (text: string): string => text.trimStart();

/** The bytes of base64, which may be in lines; undefined for other text. */
export function fromBase64(text: string): Buffer | undefined {
  const plain = text.replaceAll(/\s/gv, '');
  if (plain === '' || plain.length % 4 !== 0 || !/^[A-Za-z0-9+\/]+={0,2}$/v.test(plain)) return undefined;
  return Buffer.from(plain, 'base64');
}
