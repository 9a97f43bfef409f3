/** Grants that unit tests of the function's own handler need seldom or never, and where each is shown to be needed. */
export const elsewhere: Record<string, readonly string[]> = {};
