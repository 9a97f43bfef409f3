/** The longest object key, in bytes of UTF-8. */
export const MAX_KEY_BYTES = 1024;

const TOP = 2 ** 53 - 1;

/** The key of a row of `current`: bucket id and object key, so that rows are in S3's order, by the bytes of UTF-8. */
export function currentKey(bucketId: string, key: string | Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(bucketId, 'hex'), typeof key === 'string' ? Buffer.from(key) : key]);
}

/** The object key of a row of `current`. */
export function keyOfCurrent(row: Uint8Array): string {
  return Buffer.from(row.buffer, row.byteOffset + 8, row.length - 8).toString('utf8');
}

/**
 * The first row of `versions` (or `uploads`) of a key. The terminator sorts a key before longer ones that begin with
 * it.
 */
export function versionsPrefix(bucketId: string, key: string): Buffer {
  return Buffer.concat([Buffer.from(bucketId, 'hex'), escaped(key), Buffer.from([0, 0])]);
}

/** The key of a row of `versions`; the newest of an object key comes first. */
export function versionKey(bucketId: string, key: string, seq: number): Buffer {
  const order = Buffer.alloc(8);
  order.writeBigUInt64BE(BigInt(TOP - seq));
  return Buffer.concat([versionsPrefix(bucketId, key), order]);
}

/** The key of a row of `uploads`; those of one object key are in the order of their ids. */
export function uploadKey(bucketId: string, key: string, uploadId: string): Buffer {
  return Buffer.concat([versionsPrefix(bucketId, key), Buffer.from(uploadId, 'latin1')]);
}

/** Object key and rest of a row's key in `versions` or `uploads`. */
export function splitRow(row: Uint8Array): { key: string; tail: Buffer } {
  const bytes = Buffer.from(row.buffer, row.byteOffset + 8, row.length - 8);
  let end = 0;
  while (bytes[end] !== 0 || bytes[end + 1] !== 0) end += bytes[end] === 0 ? 2 : 1;
  return { key: unescaped(bytes.subarray(0, end)), tail: bytes.subarray(end + 2) };
}

/** The seq in the rest of a row's key. */
export function seqOfTail(tail: Buffer): number {
  return TOP - Number(tail.readBigUInt64BE(0));
}

/** The key of a row of `parts`. */
export function partKey(uploadId: string, part: number): Buffer {
  const number = Buffer.alloc(2);
  number.writeUInt16BE(part);
  return Buffer.concat([Buffer.from(uploadId, 'latin1'), number]);
}

/** The smallest byte string that is greater than all that begin with this one; undefined where there is none. */
export function successor(prefix: Uint8Array): Buffer | undefined {
  const bytes = Buffer.from(prefix);
  for (let last = bytes.length - 1; last >= 0; last -= 1) {
    const byte = bytes[last] as number;
    if (byte === 0xff) continue;
    bytes[last] = byte + 1;
    return bytes.subarray(0, last + 1);
  }
  return undefined;
}

/** An object key inside a row's key: NUL becomes 00 FF, which keeps order and prefixes. */
export function escaped(key: string): Buffer {
  const bytes = Buffer.from(key);
  if (!bytes.includes(0)) return bytes;
  return Buffer.from([...bytes].flatMap((byte) => (byte === 0 ? [0, 0xff] : [byte])));
}

function unescaped(bytes: Buffer): string {
  if (!bytes.includes(0)) return bytes.toString('utf8');
  return Buffer.from([...bytes].filter((_, at) => at === 0 || bytes[at - 1] !== 0)).toString('utf8');
}
