import { unknown, type Value, type Values, values } from './value.ts';

/** The value of a DynamicValue. Throws for bytes that are no msgpack of Terraform's. */
export function decode(bytes: Uint8Array): Value {
  const reader = new Reader(bytes);
  const value = reader.value();
  if (!reader.ended) throw new Error('msgpack: there are bytes after the value');
  return value;
}

/** How the bytes of each head are read that says its own length. */
const integers: Record<number, [size: number, read: (view: DataView, at: number) => number | bigint]> = {
  202: [4, (view, at) => view.getFloat32(at)],
  203: [8, (view, at) => view.getFloat64(at)],
  204: [1, (view, at) => view.getUint8(at)],
  205: [2, (view, at) => view.getUint16(at)],
  206: [4, (view, at) => view.getUint32(at)],
  207: [8, (view, at) => exact(view.getBigUint64(at))],
  208: [1, (view, at) => view.getInt8(at)],
  209: [2, (view, at) => view.getInt16(at)],
  210: [4, (view, at) => view.getInt32(at)],
  211: [8, (view, at) => exact(view.getBigInt64(at))],
};

/** An integer as a number where that has it exactly. */
const exact = (value: bigint): number | bigint => (Number.isSafeInteger(Number(value)) ? Number(value) : value);

/** The size of the length that follows a head. */
const sizes: Record<number, { kind: 'text' | 'list' | 'object' | 'extension'; size: number }> = {
  217: { kind: 'text', size: 1 },
  218: { kind: 'text', size: 2 },
  219: { kind: 'text', size: 4 },
  196: { kind: 'text', size: 1 },
  197: { kind: 'text', size: 2 },
  198: { kind: 'text', size: 4 },
  220: { kind: 'list', size: 2 },
  221: { kind: 'list', size: 4 },
  222: { kind: 'object', size: 2 },
  223: { kind: 'object', size: 4 },
  199: { kind: 'extension', size: 1 },
  200: { kind: 'extension', size: 2 },
  201: { kind: 'extension', size: 4 },
};

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get ended(): boolean {
    return this.#at === this.#bytes.length;
  }

  value(): Value {
    const head = this.#view.getUint8(this.#skip(1));
    if (head < 0x80) return head;
    if (head >= 0xe0) return head - 0x100;
    if (head < 0x90) return this.#object(head & 0x0f);
    if (head < 0xa0) return this.#list(head & 0x0f);
    if (head < 0xc0) return this.#text(head & 0x1f);
    if (head === 0xc0) return null;
    if (head === 0xc2 || head === 0xc3) return head === 0xc3;
    return this.#headed(head);
  }

  #headed(head: number): Value {
    const integer = integers[head];
    if (integer) return integer[1](this.#view, this.#skip(integer[0]));
    if (head >= 0xd4 && head <= 0xd8) return this.#extension(2 ** (head - 0xd4));
    const sized = sizes[head];
    if (!sized) throw new Error(`msgpack: 0x${head.toString(16)} is unknown`);
    const length = this.#length(sized.size);
    if (sized.kind === 'text') return this.#text(length);
    if (sized.kind === 'list') return this.#list(length);
    return sized.kind === 'object' ? this.#object(length) : this.#extension(length);
  }

  /** An unknown value: type 0, and type 12 where something is known of it. */
  #extension(length: number): typeof unknown {
    const type = this.#view.getInt8(this.#skip(1));
    this.#skip(length);
    if (type === 0 || type === 12) return unknown;
    throw new Error(`msgpack: extension ${type} is unknown`);
  }

  #length(size: number): number {
    const at = this.#skip(size);
    if (size === 1) return this.#view.getUint8(at);
    return size === 2 ? this.#view.getUint16(at) : this.#view.getUint32(at);
  }

  #text(length: number): string {
    const at = this.#skip(length);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(this.#bytes.subarray(at, at + length));
  }

  #list(length: number): Value[] {
    const list: Value[] = [];
    while (list.length < length) list.push(this.value());
    return list;
  }

  #object(length: number): Values {
    const made = values();
    for (let count = 0; count < length; count++) {
      const key = this.value();
      if (typeof key !== 'string') throw new Error('msgpack: a key is no text');
      made[key] = this.value();
    }
    return made;
  }

  #skip(length: number): number {
    const at = this.#at;
    if (at + length > this.#bytes.length) throw new Error('msgpack: the value is cut off');
    this.#at += length;
    return at;
  }
}

/** A DynamicValue of the value. */
export function encode(value: Value): Buffer {
  const parts: Uint8Array[] = [];
  write(parts, value);
  return Buffer.concat(parts);
}

function write(parts: Uint8Array[], value: Value): void {
  if (value === unknown) parts.push(Buffer.from([0xd4, 0, 0]));
  else if (value === null) parts.push(Buffer.from([0xc0]));
  else if (typeof value === 'boolean') parts.push(Buffer.from([value ? 0xc3 : 0xc2]));
  else if (typeof value === 'string') writeText(parts, value);
  else if (typeof value === 'object') writeMany(parts, value);
  else parts.push(numberOf(value as number | bigint));
}

function writeMany(parts: Uint8Array[], value: Value[] | Values): void {
  if (Array.isArray(value)) {
    parts.push(headOf(0xdd, value.length));
    for (const item of value) write(parts, item);
    return;
  }
  const entries = Object.entries(value);
  parts.push(headOf(0xdf, entries.length));
  for (const [key, item] of entries) {
    writeText(parts, key);
    write(parts, item);
  }
}

function writeText(parts: Uint8Array[], text: string): void {
  const bytes = Buffer.from(text);
  parts.push(headOf(0xdb, bytes.length), bytes);
}

/** A head with a length of four bytes, which is good for every length. */
function headOf(head: number, length: number): Buffer {
  const bytes = Buffer.alloc(5, head);
  bytes.writeUInt32BE(length, 1);
  return bytes;
}

function numberOf(value: number | bigint): Buffer {
  const bytes = Buffer.alloc(9);
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    bytes[0] = 0xcb;
    bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  const whole = BigInt(value);
  const unsigned = whole > 0x7fff_ffff_ffff_ffffn;
  bytes[0] = unsigned ? 0xcf : 0xd3;
  if (unsigned) bytes.writeBigUInt64BE(whole, 1);
  else bytes.writeBigInt64BE(whole, 1);
  return bytes;
}
