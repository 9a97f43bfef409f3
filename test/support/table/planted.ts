import type { Key } from '#lib/store/keys.ts';

/** The keys under which this test may store what does not fit its entity (records.ts). */
export const planted = new Set<string>();

/** Has an item be what the test makes of it: a broken record, or a part of one that the platform never stores alone. */
export function plantUnfit({ pk, sk }: Key): void {
  planted.add(`${pk}\n${sk}`);
}

/** Has all items of a test be what it makes of them: it is about how items are read and written, whatever they are. */
export function plantAnything(): void {
  planted.add(anything);
}

/** Stands for every key. */
export const anything = '*';
