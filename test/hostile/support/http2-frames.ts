/* Frames of HTTP/2 (RFC 9113, section 4.1) as an attacker writes them: no rule is kept but that of their form. */

export const kinds = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  ping: 6,
  goaway: 7,
  window: 8,
  continuation: 9,
} as const;
export const endStream = 0x1;
export const endHeaders = 0x4;

/** One frame. */
export function frame(type: number, stream: number, payload: Buffer = Buffer.alloc(0), flags = 0): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** A payload of one number of 32 bits: the code of a reset, the increment of a window. */
export function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** What every connection of a client begins with. */
export const opening = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(kinds.settings, 0)]);

export type Fields = readonly (readonly [name: string, value: string])[];

/** A field section of literals without indexing and without Huffman's code (RFC 7541, section 6.2.2). */
export const block = (fields: Fields): Buffer =>
  Buffer.concat(fields.flatMap(([name, value]) => [Buffer.from([0]), literal(name), literal(value)]));

/** A string of HPACK: its length in a prefix of 7 bits, then its bytes. */
function literal(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  if (bytes.length < 127) return Buffer.concat([Buffer.from([bytes.length]), bytes]);
  const length = [127];
  let rest = bytes.length - 127;
  for (; rest >= 128; rest >>= 7) length.push((rest & 127) | 128);
  return Buffer.concat([Buffer.from([...length, rest]), bytes]);
}

export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

/** Takes the whole frames from what has come; answers what is left of the next one. */
export function takeFrames(bytes: Buffer, into: Frame[]): Buffer {
  let rest = bytes;
  while (rest.length >= 9 && rest.length >= 9 + rest.readUIntBE(0, 3)) {
    const end = 9 + rest.readUIntBE(0, 3);
    into.push({ type: rest[3]!, flags: rest[4]!, stream: rest.readUInt32BE(5), payload: rest.subarray(9, end) });
    rest = rest.subarray(end);
  }
  return rest;
}
