import { createHash, randomUUID } from 'node:crypto';

const HASHES: Record<string, string> = {
  MD5: 'md5',
  'SHA-1': 'sha1',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
};

/** The functions that Step Functions adds to JSONata. `$eval` is not available there, nor here. */
export const stepFunctions: Record<string, (...args: never[]) => unknown> = {
  partition,
  range,
  hash,
  random,
  uuid: () => randomUUID(),
  parse: (text: string) => JSON.parse(text) as unknown,
  eval: () => {
    throw new Error('$eval is not supported; use $parse');
  },
};

function partition(array: unknown, size: number): unknown[] {
  if (!Number.isInteger(size) || size < 1) throw new Error('$partition needs a positive integer chunk size');
  const items = Array.isArray(array) ? array : [array];
  const chunks: unknown[] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}

function range(first: number, last: number, step = 1): number[] {
  if (![first, last, step].every(Number.isInteger) || step === 0) {
    throw new Error('$range needs integers and a step other than 0');
  }
  const count = Math.max(0, Math.floor((last - first) / step) + 1);
  if (count > 1000) throw new Error('$range gives at most 1000 numbers');
  return Array.from({ length: count }, (_, index) => first + index * step);
}

function hash(content: unknown, algorithm: string): string {
  const name = HASHES[algorithm];
  if (!name) throw new Error(`$hash knows ${Object.keys(HASHES).join(', ')}`);
  return createHash(name)
    .update(typeof content === 'string' ? content : JSON.stringify(content))
    .digest('hex');
}

/** Mulberry32 from the seed's 32 bits: the same seed gives the same number. */
function random(seed?: number): number {
  if (seed === undefined) return Math.random();
  let state = (Math.trunc(seed) + 0x6d2b79f5) | 0;
  state = Math.imul(state ^ (state >>> 15), state | 1);
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
  return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32;
}
