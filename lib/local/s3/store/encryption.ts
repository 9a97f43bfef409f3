import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { BlobRef } from './records.ts';

/** Seals the keys of encrypted blobs, so that the index does not reveal them. */
export interface KeyBox {
  seal(plaintext: string, context: string): Promise<string>;
  open(sealed: string, context: string): Promise<string>;
}

/** Bytes of a segment: what must be read to verify a single byte. */
const SEGMENT = 64 * 1024;
const TAG = 16;
const CIPHER = 'aes-256-gcm';

const contextOf = (id: string): string => `object:${id}`;

/** Encrypts the bytes of one blob, segment by segment, in order. */
export interface Encryption {
  /** The blob's key, sealed. */
  readonly sealed: string;
  /** Takes bytes, and answers the segments that are complete. */
  push(bytes: Buffer): Buffer[];
  /** The rest, as the last segment, which may be empty. */
  end(): Buffer[];
}

/**
 * Begins a blob under a key of its own. Each segment is AES-256-GCM with its number as the IV, and with the blob, its
 * number and whether it is the last one authenticated: none can be altered, exchanged or left out at the end.
 */
export async function beginEncryption(box: KeyBox, id: string): Promise<Encryption> {
  const key = randomBytes(32);
  const sealed = await box.seal(key.toString('base64'), contextOf(id));
  let gathered: Buffer[] = [];
  let size = 0;
  let index = 0;
  const segment = (bytes: Buffer, isLast: boolean): Buffer[] => {
    const cipher = createCipheriv(CIPHER, key, ivOf(index), { authTagLength: TAG });
    cipher.setAAD(associated(id, index, isLast));
    index += 1;
    return [cipher.update(bytes), cipher.final(), cipher.getAuthTag()];
  };
  return {
    sealed,
    push(bytes) {
      gathered.push(bytes);
      size += bytes.length;
      // A whole segment is held back: it may be the last.
      if (size <= SEGMENT) return [];
      const all = Buffer.concat(gathered);
      const whole = Math.ceil(all.length / SEGMENT) - 1;
      const rest = all.subarray(whole * SEGMENT);
      [gathered, size] = [[rest], rest.length];
      return Array.from({ length: whole }, (_, at) =>
        segment(all.subarray(at * SEGMENT, (at + 1) * SEGMENT), false),
      ).flat();
    },
    end: () => segment(Buffer.concat(gathered), true),
  };
}

/** The stored bytes that hold the bytes of an encrypted blob from `from` up to but not including `to`. */
export function storedRange(size: number, from: number, to: number): { start: number; end: number } {
  const segments = Math.max(1, Math.ceil(size / SEGMENT));
  const end = Math.min(Math.ceil(to / SEGMENT) * (SEGMENT + TAG), size + segments * TAG);
  return { start: Math.floor(from / SEGMENT) * (SEGMENT + TAG), end };
}

/**
 * The bytes of an encrypted blob from `from` up to but not including `to`, of the stored bytes of that range. Rejects
 * before a byte of a segment that is not as it was written.
 */
export async function* decrypted(
  box: KeyBox,
  { id, size, sealed = '' }: BlobRef,
  { from, to }: { readonly from: number; readonly to: number },
  stored: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<Buffer> {
  const key = Buffer.from(await box.open(sealed, contextOf(id)), 'base64');
  const last = Math.max(1, Math.ceil(size / SEGMENT)) - 1;
  let index = Math.floor(from / SEGMENT);
  let rest: Buffer = Buffer.alloc(0);
  for await (const bytes of stored) {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    for (let length = lengthOf(index, last, size); index <= last && rest.length >= length; ) {
      const plain = opened(key, id, index, index === last, rest.subarray(0, length));
      const begin = index * SEGMENT;
      rest = rest.subarray(length);
      index += 1;
      length = lengthOf(index, last, size);
      yield plain.subarray(Math.max(0, from - begin), to - begin);
    }
  }
  if (index * SEGMENT < to) throw new Error(`the bytes of blob ${id} end early`);
}

const lengthOf = (index: number, last: number, size: number): number =>
  (index === last ? size - last * SEGMENT : SEGMENT) + TAG;

function opened(key: Buffer, id: string, index: number, isLast: boolean, bytes: Buffer): Buffer {
  const decipher = createDecipheriv(CIPHER, key, ivOf(index), { authTagLength: TAG });
  decipher.setAAD(associated(id, index, isLast));
  decipher.setAuthTag(bytes.subarray(-TAG));
  const plain = decipher.update(bytes.subarray(0, -TAG));
  try {
    decipher.final();
  } catch {
    throw new Error(`the bytes of blob ${id} are not those that were written`);
  }
  return plain;
}

/** No key encrypts two segments of one number. */
function ivOf(index: number): Buffer {
  const iv = Buffer.alloc(12);
  iv.writeUInt32BE(index, 8);
  return iv;
}

const associated = (id: string, index: number, isLast: boolean): Buffer => Buffer.from(`${id} ${index} ${isLast}`);
