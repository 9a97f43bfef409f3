import type { Item } from './read.ts';

/** A set as DynamoDB keeps it, which knows no empty ones. */
export const setOf = (values: readonly string[]): Set<string> | undefined =>
  values.length > 0 ? new Set(values) : undefined;

/** Its members in order; an absent set has none. */
export const listOf = (set: unknown): string[] => (set instanceof Set ? [...(set as Set<string>)].sort() : []);

/** Whether a set of the record that was meant has no room for a value that it lacks. */
export function isFull(
  old: Item | undefined,
  { id }: { id: string },
  attribute: string,
  { value, limit }: { value: string; limit: number },
): boolean {
  const had = old?.id === id ? listOf(old[attribute]) : [];
  return had.length >= limit && !had.includes(value);
}
