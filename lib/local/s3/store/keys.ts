/** Longest object key (bytes of UTF-8). */
export const MAX_KEY_BYTES = 1024;

const TOP = 2 ** 53 - 1;

/** A row of `current`: bucket id and key, so that rows stand in S3's order, by the bytes of UTF-8. */
export function currentKey(bucketId: string, key: string | Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(bucketId, 'hex'), typeof key === 'string' ? Buffer.from(key) : key]);
}

/** The object key of a row of `current`. */
export function keyOfCurrent(row: Uint8Array): string {
  return Buffer.from(row.buffer, row.byteOffset + 8, row.length - 8).toString('utf8');
}

/** First row of `versions` (or of `uploads`) for a key; the terminator sorts a key before all that begin with it. */
export function versionsPrefix(bucketId: string, key: string): Buffer {
  return Buffer.concat([Buffer.from(bucketId, 'hex'), escaped(key), Buffer.from([0, 0])]);
}

/** A row of `versions`; the newest of a key comes first. */
export function versionKey(bucketId: string, key: string, seq: number): Buffer {
  const order = Buffer.alloc(8);
  order.writeBigUInt64BE(BigInt(TOP - seq));
  return Buffer.concat([versionsPrefix(bucketId, key), order]);
}

/** A row of `uploads`; those of a key stand in the order of their ids. */
export function uploadKey(bucketId: string, key: string, uploadId: string): Buffer {
  return Buffer.concat([versionsPrefix(bucketId, key), Buffer.from(uploadId, 'latin1')]);
}

/** Key and tail of a row of `versions` or `uploads`. */
export function splitRow(row: Uint8Array): { key: string; tail: Buffer } {
  const bytes = Buffer.from(row.buffer, row.byteOffset + 8, row.length - 8);
  let end = 0;
  while (bytes[end] !== 0 || bytes[end + 1] !== 0) end += bytes[end] === 0 ? 2 : 1;
  return { key: unescaped(bytes.subarray(0, end)), tail: bytes.subarray(end + 2) };
}

/** The seq that a row's tail holds. */
export function seqOfTail(tail: Buffer): number {
  return TOP - Number(tail.readBigUInt64BE(0));
}

/** A row of `parts`. */
export function partKey(uploadId: string, part: number): Buffer {
  const number = Buffer.alloc(2);
  number.writeUInt16BE(part);
  return Buffer.concat([Buffer.from(uploadId, 'latin1'), number]);
}

/** The least byte string that is greater than all that begin with this one; undefined where there is none. */
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

/** A key in rows that have something behind it: NUL becomes 00 FF, which keeps both order and prefixes. */
export function escaped(key: string): Buffer {
  const bytes = Buffer.from(key);
  if (!bytes.includes(0)) return bytes;
  return Buffer.from([...bytes].flatMap((byte) => (byte === 0 ? [0, 0xff] : [byte])));
}

function unescaped(bytes: Buffer): string {
  if (!bytes.includes(0)) return bytes.toString('utf8');
  return Buffer.from([...bytes].filter((_, at) => at === 0 || bytes[at - 1] !== 0)).toString('utf8');
}
