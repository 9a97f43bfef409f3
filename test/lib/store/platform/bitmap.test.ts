import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freeSlot, isTaken, mark, type Words } from '#lib/store/platform/bitmap.ts';

const slots = fc.uniqueArray(fc.nat(9_999), { maxLength: 60 });

/** What DynamoDB's ADD makes of the words. */
function add(words: Record<string, number>, change: Words): void {
  for (const [word, value] of Object.entries(change)) words[word] = (words[word] ?? 0) + value;
}

test('exactly the slots that are marked are taken, and freeing them in any order leaves nothing', () => {
  fc.assert(
    fc.property(slots, fc.nat(9_999), (taken, other) => {
      const words: Record<string, number> = {};
      for (const slot of taken) add(words, mark(slot, 1));
      expect(taken.every((slot) => isTaken(words, slot))).toBe(true);
      expect(isTaken(words, other)).toBe(taken.includes(other));
      for (const slot of taken.toReversed()) add(words, mark(slot, -1));
      expect(Object.values(words).every((value) => value === 0)).toBe(true);
    }),
  );
});

test('a free slot is one of the range that nobody has; none where all are taken', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 3, max: 14 })), (taken) => {
      const words: Record<string, number> = {};
      for (const slot of taken) add(words, mark(slot, 1));
      const slot = freeSlot(words, 3, 15);
      if (taken.length === 12) expect(slot).toBeUndefined();
      else expect(slot !== undefined && slot >= 3 && slot < 15 && !taken.includes(slot)).toBe(true);
    }),
  );
});

test('a word never grows beyond what a number holds exactly', () => {
  const words: Record<string, number> = {};
  for (let slot = 0; slot < 96; slot++) add(words, mark(slot, 1));
  expect(Object.values(words)).toEqual([2 ** 48 - 1, 2 ** 48 - 1]);
});
