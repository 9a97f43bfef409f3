import type { ListPage } from '#lib/store/platform/lists.ts';

/** A record that was read in one call with the caller, by its id; `record` is undefined if it does not exist. */
export interface PrefetchedRecord {
  readonly id: string;
  readonly record: object | undefined;
}

/** What a request has read in parallel with its caller. */
export interface Prefetched {
  page?: PrefetchedPage | undefined;
  record?: PrefetchedRecord | undefined;
  /** Whether a verb has used the record. */
  isTaken?: boolean;
}

/**
 * The prefetched record of this id at its first call, and undefined afterwards: a change that conflicts with another
 * reads again.
 */
export function takePrefetched(
  { prefetched }: { readonly prefetched?: Prefetched | undefined },
  id: string,
): PrefetchedRecord | undefined {
  if (!prefetched || prefetched.isTaken || prefetched.record?.id !== id) return undefined;
  prefetched.isTaken = true;
  return prefetched.record;
}

/** A page that is read while its caller is still being authenticated. It is not shown to anyone before that. */
export interface PrefetchedPage {
  /** The query that was sent to the table. */
  readonly asked: string;
  readonly page: Promise<ListPage<unknown>>;
}
