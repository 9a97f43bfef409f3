import { filtersOf, type ListQuery } from '#lib/model/platform/lists.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { type ListPage, type ListRequest, listPage } from '#lib/store/platform/lists.ts';
import type { Listed, Named, RecordOf } from '#lib/store/records.ts';
import type { PrefetchedPage } from './prefetch.ts';

/** Starts to read a page of an account; undefined for one that is not prefetched. */
export type PrefetchPage<Q = ListQuery> = (account: string, query: Q) => PrefetchedPage | undefined;

/**
 * Prefetches the first page of an account's resources of a noun, without the rows that `hide` excludes. A page with
 * filters is not prefetched, since it may take many reads and the caller may still be refused.
 */
export const prefetchPage =
  <N extends Listed | Named>(noun: N, hide: readonly Clause<RecordOf<N>>[] = []): PrefetchPage =>
  (account, query) => {
    if (query.cursor !== undefined || query.q !== undefined || filtersOf(query).length > 0) return undefined;
    const { limit, sort } = query;
    const request: ListRequest<RecordOf<N>> = { limit, sort, filter: [], hide };
    const page = listPage(account, noun, request);
    // Nobody awaits it if the caller is refused.
    page.catch(() => undefined);
    return { asked: askedOf(account, noun, request), page };
  };

/** A page: the prefetched one if its query was the same, otherwise read now. */
export function pageNow<N extends Listed | Named>(
  prefetched: PrefetchedPage | undefined,
  account: string,
  noun: N,
  request: ListRequest<RecordOf<N>>,
): Promise<ListPage<RecordOf<N>>> {
  const isSame = prefetched && !request.keep && prefetched.asked === askedOf(account, noun, request);
  return isSame ? (prefetched.page as Promise<ListPage<RecordOf<N>>>) : listPage(account, noun, request);
}

const askedOf = <T>(account: string, noun: string, { limit, sort, after, filter, hide = [] }: ListRequest<T>): string =>
  JSON.stringify([account, noun, limit, sort, after, filter, hide]);
