/*
 * A bitmap over numbered slots (addresses of a VPC, SSH ports of a host), kept as numeric attributes of 48 bits each.
 * A slot is taken by ADD 2^bit beside the claim item that makes it unique, and freed by ADD -2^bit beside the claim's
 * deletion: exact under concurrency, with nothing to read first. The bitmap only tells where to try.
 */
const bits = 48;

const word = (slot: number): string => `w${Math.floor(slot / bits)}`;

/** The ADD that marks a slot as taken (+1) or free (-1). */
export function mark(slot: number, sign: 1 | -1): Record<string, number> {
  return { [word(slot)]: sign * 2 ** (slot % bits) };
}

/** Whether the slot is marked as taken. */
export function isTaken(words: object, slot: number): boolean {
  const value = (words as Record<string, unknown>)[word(slot)];
  return typeof value === 'number' && Math.floor(value / 2 ** (slot % bits)) % 2 === 1;
}

/** A free slot in [from, to), by random choice so that concurrent callers seldom meet; undefined when all are taken. */
export function freeSlot(words: object, from: number, to: number): number | undefined {
  const span = to - from;
  const start = Math.floor(Math.random() * span);
  for (let i = 0; i < span; i++) {
    const slot = from + ((start + i) % span);
    if (!isTaken(words, slot)) return slot;
  }
  return undefined;
}
