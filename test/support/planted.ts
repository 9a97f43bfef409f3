import type { Key } from '#lib/store/keys.ts';

/** The keys under which this test may store what does not fit its entity (records.ts). */
export const planted = new Set<string>();

/** Has an item be what the test makes of it: a broken record, or a part of one that the platform never stores alone. */
export function plantUnfit({ pk, sk }: Key): void {
  planted.add(`${pk}\n${sk}`);
}
