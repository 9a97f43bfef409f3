/**
 * Waits for reads that need nothing of one another. Where several of them refuse, it throws the refusal of the first in
 * the list, whichever came first: the same request always gets the same error.
 */
export async function together<const T extends readonly unknown[]>(
  reads: T,
): Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }> {
  for (const read of await Promise.allSettled(reads)) if (read.status === 'rejected') throw read.reason;
  return Promise.all(reads) as Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }>;
}
