import { NVME } from './crc.ts';

/** Width and reflected polynomial of the CRCs that can be combined. */
const crcs: Readonly<Record<string, { bits: bigint; polynomial: bigint }>> = {
  CRC32: { bits: 32n, polynomial: 0xedb88320n },
  CRC32C: { bits: 32n, polynomial: 0x82f63b78n },
  CRC64NVME: { bits: 64n, polynomial: NVME },
};

/** The CRC of consecutive pieces from the CRC (base64) and length of each; in base64. */
export function combineCrcs(algorithm: string, pieces: readonly { value: string; size: number }[]): string {
  const crc = crcs[algorithm];
  if (!crc) throw new Error(`${algorithm} cannot be combined`);
  const { bits, polynomial } = crc;
  const shifts = new Map<number, bigint>();
  let sum = 0n;
  for (const { value, size } of pieces) {
    // Most parts have the same size, and computing its shift is the costly step.
    const shift = shifts.get(size) ?? power(BigInt(size) * 8n, polynomial, bits);
    shifts.set(size, shift);
    sum = times(shift, sum, polynomial, bits) ^ BigInt(`0x${Buffer.from(value, 'base64').toString('hex') || '0'}`);
  }
  const hex = sum.toString(16).padStart(Number(bits) / 4, '0');
  return Buffer.from(hex, 'hex').toString('base64');
}

/** The product of two polynomials modulo the CRC's. Bits are reflected, so the highest bit is x^0. */
function times(a: bigint, b: bigint, polynomial: bigint, bits: bigint): bigint {
  let product = 0n;
  let factor = b;
  for (let mask = 1n << (bits - 1n); mask !== 0n; mask >>= 1n) {
    if (a & mask) product ^= factor;
    factor = factor & 1n ? (factor >> 1n) ^ polynomial : factor >> 1n;
  }
  return product;
}

/** x to the power of `n`. */
function power(n: bigint, polynomial: bigint, bits: bigint): bigint {
  let result = 1n << (bits - 1n);
  let square = 1n << (bits - 2n);
  for (let left = n; left > 0n; left >>= 1n) {
    if (left & 1n) result = times(square, result, polynomial, bits);
    square = times(square, square, polynomial, bits);
  }
  return result;
}
