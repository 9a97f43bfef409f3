/*
 * Slots of a bitmap (addresses of a VPC, SSH ports of a host), stored as numeric attributes of 48 bits each. ADD 2^bit
 * takes a slot, in one transaction with the claim item that makes it unique. ADD -2^bit frees it, in one transaction
 * with the deletion of the claim. Both are exact under concurrency and need no read. The bitmap only suggests a free
 * slot.
 */

const bits = 48;

/** The words of a bitmap in a record: w0, w1, … */
export interface Words {
  [word: `w${number}`]: number;
}

const word = (slot: number) => `w${Math.floor(slot / bits)}` as const;

/** The attribute change that marks a slot as taken (+1) or free (-1). */
export function mark(slot: number, sign: 1 | -1): Words {
  return { [word(slot)]: sign * 2 ** (slot % bits) };
}

/** Whether the slot is marked as taken. */
export function isTaken(words: Readonly<Words>, slot: number): boolean {
  const value = words[word(slot)];
  return typeof value === 'number' && Math.floor(value / 2 ** (slot % bits)) % 2 === 1;
}

/**
 * A free slot in [from, to), chosen at random so that concurrent callers seldom collide; undefined where all are taken.
 */
export function freeSlot(words: Readonly<Words>, from: number, to: number): number | undefined {
  const span = to - from;
  const start = Math.floor(Math.random() * span);
  for (let i = 0; i < span; i++) {
    const slot = from + ((start + i) % span);
    if (!isTaken(words, slot)) return slot;
  }
  return undefined;
}

/** The number of slots that are marked as taken. */
export const countTaken = (words: Readonly<Words>): number =>
  Object.entries(words)
    .filter(([name, value]) => /^w\d+$/.test(name) && typeof value === 'number')
    .reduce((sum, [, value]) => sum + BigInt(value).toString(2).replaceAll('0', '').length, 0);
