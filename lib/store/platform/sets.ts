import type { Item } from './read.ts';

/** A set for DynamoDB, which stores no empty sets. */
export const setOf = (values: readonly string[]): Set<string> | undefined =>
  values.length > 0 ? new Set(values) : undefined;

/** The sorted values of a set; none where the set is absent. */
export const listOf = (set: unknown): string[] => (set instanceof Set ? [...(set as Set<string>)].sort() : []);

/** Whether a set of the item is full and lacks the value. The item must have the id of the record. */
export function isFull(
  old: Item | undefined,
  { id }: { id: string },
  attribute: string,
  { value, limit }: { value: string; limit: number },
): boolean {
  const had = old?.id === id ? listOf(old[attribute]) : [];
  return had.length >= limit && !had.includes(value);
}
