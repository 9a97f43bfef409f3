/** A CRC in progress. */
export interface Crc {
  update(bytes: Uint8Array): void;
  /** Big-endian; S3 shows it in base64. */
  digest(): Buffer;
}

type Tables = readonly Uint32Array[];

/** Table `n` advances a byte by `n` more bytes, so that eight bytes are processed in one step. */
function tables32(polynomial: number): Tables {
  const tables = Array.from({ length: 8 }, () => new Uint32Array(256));
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
    at(tables, 0)[byte] = crc >>> 0;
  }
  for (let byte = 0; byte < 256; byte += 1) {
    for (let n = 1; n < 8; n += 1) {
      const before = at(tables, n - 1)[byte] as number;
      at(tables, n)[byte] = (before >>> 8) ^ (at(tables, 0)[before & 0xff] as number);
    }
  }
  return tables;
}

const at = (tables: Tables, n: number): Uint32Array => tables[n] as Uint32Array;

let castagnoli: Tables | undefined;

/** CRC-32C (Castagnoli). */
export function crc32c(): Crc {
  castagnoli ??= tables32(0x82f63b78);
  const [t0, t1, t2, t3, t4, t5, t6, t7] = castagnoli as unknown as Uint32Array[] & { length: 8 };
  const [a, b, c, d, e, f, g, h] = [t0, t1, t2, t3, t4, t5, t6, t7] as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ];
  let crc = 0xffffffff;
  return {
    update(bytes) {
      let value = crc;
      let i = 0;
      for (const end = bytes.length - 7; i < end; i += 8) {
        const low =
          value ^
          ((bytes[i] as number) |
            ((bytes[i + 1] as number) << 8) |
            ((bytes[i + 2] as number) << 16) |
            ((bytes[i + 3] as number) << 24));
        value =
          (h[low & 0xff] as number) ^
          (g[(low >>> 8) & 0xff] as number) ^
          (f[(low >>> 16) & 0xff] as number) ^
          (e[low >>> 24] as number) ^
          (d[bytes[i + 4] as number] as number) ^
          (c[bytes[i + 5] as number] as number) ^
          (b[bytes[i + 6] as number] as number) ^
          (a[bytes[i + 7] as number] as number);
      }
      for (; i < bytes.length; i += 1) value = (value >>> 8) ^ (a[(value ^ (bytes[i] as number)) & 0xff] as number);
      crc = value;
    },
    digest() {
      const out = Buffer.alloc(4);
      out.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
      return out;
    },
  };
}

/** Polynomial of CRC-64/NVME, reflected. */
export const NVME = 0x9a6c9329ac4bc9b5n;

interface Tables64 {
  low: Tables;
  high: Tables;
}

let nvme: Tables64 | undefined;

/** As for 32 bits; the two halves have separate tables, since a number cannot hold 64 bits. */
function tables64(): Tables64 {
  const low = Array.from({ length: 8 }, () => new Uint32Array(256));
  const high = Array.from({ length: 8 }, () => new Uint32Array(256));
  const table: bigint[] = [];
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = BigInt(byte);
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1n ? (crc >> 1n) ^ NVME : crc >> 1n;
    table.push(crc);
  }
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = table[byte] as bigint;
    for (let n = 0; n < 8; n += 1) {
      at(low, n)[byte] = Number(crc & 0xffffffffn);
      at(high, n)[byte] = Number(crc >> 32n);
      crc = (crc >> 8n) ^ (table[Number(crc & 0xffn)] as bigint);
    }
  }
  return { low, high };
}

/** CRC-64/NVME. */
export function crc64nvme(): Crc {
  nvme ??= tables64();
  const { low: lows, high: highs } = nvme;
  let low = 0xffffffff;
  let high = 0xffffffff;
  return {
    update(bytes) {
      let i = 0;
      for (const end = bytes.length - 7; i < end; i += 8) {
        const x =
          low ^
          ((bytes[i] as number) |
            ((bytes[i + 1] as number) << 8) |
            ((bytes[i + 2] as number) << 16) |
            ((bytes[i + 3] as number) << 24));
        const y =
          high ^
          ((bytes[i + 4] as number) |
            ((bytes[i + 5] as number) << 8) |
            ((bytes[i + 6] as number) << 16) |
            ((bytes[i + 7] as number) << 24));
        [low, high] = [eight(lows, x, y), eight(highs, x, y)];
      }
      for (; i < bytes.length; i += 1) {
        const index = (low ^ (bytes[i] as number)) & 0xff;
        low = ((low >>> 8) | (high << 24)) ^ (at(lows, 0)[index] as number);
        high = (high >>> 8) ^ (at(highs, 0)[index] as number);
      }
    },
    digest() {
      const out = Buffer.alloc(8);
      out.writeUInt32BE((high ^ 0xffffffff) >>> 0, 0);
      out.writeUInt32BE((low ^ 0xffffffff) >>> 0, 4);
      return out;
    },
  };
}

function eight(t: Tables, x: number, y: number): number {
  return (
    (at(t, 7)[x & 0xff] as number) ^
    (at(t, 6)[(x >>> 8) & 0xff] as number) ^
    (at(t, 5)[(x >>> 16) & 0xff] as number) ^
    (at(t, 4)[x >>> 24] as number) ^
    (at(t, 3)[y & 0xff] as number) ^
    (at(t, 2)[(y >>> 8) & 0xff] as number) ^
    (at(t, 1)[(y >>> 16) & 0xff] as number) ^
    (at(t, 0)[y >>> 24] as number)
  );
}
