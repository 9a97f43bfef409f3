import { endianness } from 'node:os';

/** One netlink attribute (netlink(7)): header, content, padding to four bytes. */
export function attribute(type: number, ...content: readonly (Buffer | string | number)[]): Buffer {
  const body = Buffer.concat(content.map(bytesOf));
  const header = Buffer.alloc(4);
  putShort(header, 4 + body.length, 0);
  putShort(header, type, 2);
  return Buffer.concat([header, body, Buffer.alloc(-body.length & 3)]);
}

/**
 * One netlink message of nfnetlink (linux/netfilter/nfnetlink.h): type and flags, family and resource id, attributes.
 */
export function message(
  { type, flags, family, resource = 0 }: { type: number; flags: number; family: number; resource?: number },
  ...attributes: readonly Buffer[]
): Buffer {
  const header = Buffer.alloc(20);
  const body = Buffer.concat(attributes);
  putWord(header, header.length + body.length, 0);
  putShort(header, type, 4);
  putShort(header, flags, 6);
  header.writeUInt8(family, 16);
  header.writeUInt16BE(resource, 18);
  return Buffer.concat([header, body]);
}

/** A 32-bit number in this machine's byte order, as the kernel keeps it in a register. */
export function hostWord(value: number): Buffer {
  const word = Buffer.alloc(4);
  putWord(word, value, 0);
  return word;
}

const little = endianness() === 'LE';

/** Numbers become 32 bits in network order, strings end with a NUL. */
function bytesOf(content: Buffer | string | number): Buffer {
  if (typeof content === 'string') return Buffer.from(`${content}\0`, 'latin1');
  if (typeof content !== 'number') return content;
  const word = Buffer.alloc(4);
  word.writeInt32BE(content | 0);
  return word;
}

function putShort(buffer: Buffer, value: number, at: number): void {
  if (little) buffer.writeUInt16LE(value, at);
  else buffer.writeUInt16BE(value, at);
}

function putWord(buffer: Buffer, value: number, at: number): void {
  if (little) buffer.writeUInt32LE(value, at);
  else buffer.writeUInt32BE(value, at);
}
