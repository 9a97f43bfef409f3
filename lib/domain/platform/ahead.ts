import { filtersOf, type ListQuery } from '#lib/model/platform/lists.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { type ListPage, type ListRequest, listPage } from '#lib/store/platform/lists.ts';
import type { Listed, Named } from '#lib/store/platform/nouns.ts';
import type { RecordOf } from '#lib/store/records.ts';

/** A page that is being read while its caller is authenticated. It is shown to nobody before that. */
export interface PageAhead {
  /** What was asked of the table. */
  readonly asked: string;
  readonly page: Promise<ListPage<unknown>>;
}

/** Starts to read a page of an account; undefined for one that is not read ahead. */
export type ReadAhead<Q = ListQuery> = (account: string, query: Q) => PageAhead | undefined;

/**
 * Reads the first page of an account's resources of a noun ahead, without the rows that `hide` excludes. A page with
 * filters is not, since it may take many reads, and the caller may yet be refused.
 */
export const pageAhead =
  <N extends Listed | Named>(noun: N, hide: readonly Clause<RecordOf<N>>[] = []): ReadAhead =>
  (account, query) => {
    if (query.cursor !== undefined || query.q !== undefined || filtersOf(query).length > 0) return undefined;
    const { limit, sort } = query;
    const request: ListRequest<RecordOf<N>> = { limit, sort, filter: [], hide };
    const page = listPage(account, noun, request);
    // Nobody awaits it where the caller is refused.
    page.catch(() => undefined);
    return { asked: askedOf(account, noun, request), page };
  };

/** A page, which is the one that was read ahead where that was asked for the same. */
export function pageNow<N extends Listed | Named>(
  ahead: PageAhead | undefined,
  account: string,
  noun: N,
  request: ListRequest<RecordOf<N>>,
): Promise<ListPage<RecordOf<N>>> {
  const isSame = ahead && !request.keep && ahead.asked === askedOf(account, noun, request);
  return isSame ? (ahead.page as Promise<ListPage<RecordOf<N>>>) : listPage(account, noun, request);
}

const askedOf = <T>(account: string, noun: string, { limit, sort, after, filter, hide = [] }: ListRequest<T>): string =>
  JSON.stringify([account, noun, limit, sort, after, filter, hide]);
