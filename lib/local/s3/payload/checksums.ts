import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Error } from '#lib/local/s3/errors.ts';
import { crc32c, crc64nvme } from './crc.ts';

/** A checksum in progress. */
export interface Checksum {
  update(bytes: Uint8Array): unknown;
  digest(): Buffer;
}

const crc32Sum = (): Checksum => {
  let value = 0;
  return {
    update(bytes) {
      value = crc32(bytes, value);
    },
    digest() {
      const out = Buffer.alloc(4);
      out.writeUInt32BE(value);
      return out;
    },
  };
};

/** The algorithms of x-amz-checksum-*: how each is computed, and the length of its value in bytes. */
const algorithms: Readonly<
  Record<string, { make: () => Checksum; bytes: number; whole: boolean; composite: boolean }>
> = {
  CRC32: { make: crc32Sum, bytes: 4, whole: true, composite: true },
  CRC32C: { make: crc32c, bytes: 4, whole: true, composite: true },
  CRC64NVME: { make: crc64nvme, bytes: 8, whole: true, composite: false },
  MD5: { make: () => createHash('md5'), bytes: 16, whole: false, composite: true },
  SHA1: { make: () => createHash('sha1'), bytes: 20, whole: false, composite: true },
  SHA256: { make: () => createHash('sha256'), bytes: 32, whole: false, composite: true },
  SHA512: { make: () => createHash('sha512'), bytes: 64, whole: false, composite: true },
};

/** S3's algorithms that Node does not have. */
const unknownHere = new Set(['XXHASH3', 'XXHASH64', 'XXHASH128']);

/**
 * An algorithm's name in S3's spelling. Throws NotImplemented for one that is not implemented, InvalidRequest for an
 * unknown one.
 */
export function algorithmOf(name: string): string {
  const upper = name.toUpperCase();
  if (upper in algorithms) return upper;
  if (unknownHere.has(upper)) throw new S3Error('NotImplemented', { message: `Checksum ${upper} is not implemented` });
  throw new S3Error('InvalidRequest', { message: `Checksum algorithm provided is unsupported: ${name.slice(0, 32)}` });
}

/** Starts a checksum. */
export function newChecksum(algorithm: string): Checksum {
  return described(algorithm).make();
}

/** Whether the checksums of parts can be combined to that of the whole object, or hashed to a composite. */
export function supports(algorithm: string, type: 'FULL_OBJECT' | 'COMPOSITE'): boolean {
  const { whole, composite } = described(algorithm);
  return type === 'FULL_OBJECT' ? whole : composite;
}

/** The header of a checksum. */
export function checksumHeader(algorithm: string): string {
  return `x-amz-checksum-${algorithm.toLowerCase()}`;
}

/**
 * A value as sent for an object of parts, which may name their number after a hyphen. Throws BadDigest, as
 * `checkedValue` does.
 */
export function checkWholeValue(algorithm: string, value: string): void {
  const [sum = '', count = '1', ...more] = value.split('-');
  checkedValue(algorithm, more.length === 0 && /^\d{1,5}$/.test(count) ? sum : value);
}

/** A value as sent. Throws BadDigest where it is not base64 of the right length. */
export function checkedValue(algorithm: string, value: string): string {
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length === described(algorithm).bytes && bytes.toString('base64') === value) return value;
  throw new S3Error('BadDigest', { message: `Value for ${checksumHeader(algorithm)} header is invalid.` });
}

const notValues = new Set(['x-amz-checksum-mode', 'x-amz-checksum-algorithm', 'x-amz-checksum-type']);

/** The one checksum in the headers, or undefined. Throws InvalidRequest for two. */
export function sentChecksum(
  headers: Readonly<Record<string, string>>,
): { algorithm: string; value: string } | undefined {
  const names = Object.keys(headers).filter((name) => name.startsWith('x-amz-checksum-') && !notValues.has(name));
  const [name] = names;
  if (name === undefined) return undefined;
  if (names.length > 1) {
    throw new S3Error('InvalidRequest', {
      message: 'Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.',
    });
  }
  const algorithm = algorithmOf(name.slice('x-amz-checksum-'.length));
  return { algorithm, value: headers[name] ?? '' };
}

function described(algorithm: string) {
  const found = algorithms[algorithm];
  if (!found) throw new Error(`no checksum ${algorithm}`);
  return found;
}
