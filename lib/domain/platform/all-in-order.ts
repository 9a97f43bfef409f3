/**
 * Waits for independent reads. If several refuse, it throws the first refusal in the order of the list, so that equal
 * requests get equal errors.
 */
export async function allInOrder<const T extends readonly unknown[]>(
  reads: T,
): Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }> {
  for (const read of await Promise.allSettled(reads)) if (read.status === 'rejected') throw read.reason;
  return Promise.all(reads) as Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }>;
}
