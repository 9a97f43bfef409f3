import { filtersOf, type ListQuery } from '#lib/model/platform/lists.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { type ListPage, type ListRequest, listPage } from '#lib/store/platform/lists.ts';
import type { Listed, Named } from '#lib/store/platform/nouns.ts';
import type { RecordOf } from '#lib/store/records.ts';

/** A page that is read while its caller is still being authenticated. It is not shown to anyone before that. */
export interface PageAhead {
  /** The query that was sent to the table. */
  readonly asked: string;
  readonly page: Promise<ListPage<unknown>>;
}

/** Starts to read a page of an account; undefined for one that is not read ahead. */
export type ReadAhead<Q = ListQuery> = (account: string, query: Q) => PageAhead | undefined;

/**
 * Reads the first page of an account's resources of a noun ahead, without the rows that `hide` excludes. A page with
 * filters is not read ahead, since it may take many reads and the caller may still be refused.
 */
export const pageAhead =
  <N extends Listed | Named>(noun: N, hide: readonly Clause<RecordOf<N>>[] = []): ReadAhead =>
  (account, query) => {
    if (query.cursor !== undefined || query.q !== undefined || filtersOf(query).length > 0) return undefined;
    const { limit, sort } = query;
    const request: ListRequest<RecordOf<N>> = { limit, sort, filter: [], hide };
    const page = listPage(account, noun, request);
    // Nobody awaits it if the caller is refused.
    page.catch(() => undefined);
    return { asked: askedOf(account, noun, request), page };
  };

/** A page: the one that was read ahead if its query was the same, otherwise read now. */
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
