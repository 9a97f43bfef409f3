/** A set as DynamoDB keeps it, which knows no empty ones. */
export const setOf = (values: readonly string[]): Set<string> | undefined =>
  values.length > 0 ? new Set(values) : undefined;

/** Its members in order; an absent set has none. */
export const listOf = (set: unknown): string[] => (set instanceof Set ? [...(set as Set<string>)].sort() : []);
