type QueryKey = readonly unknown[];
interface Meant {
  readonly predicate: (query: { readonly queryKey: QueryKey }) => boolean;
}

/** What this file uses of a QueryClient, whose own type brings React's into every program that names it. */
interface Queries {
  getQueryCache(): {
    findAll(
      filters: Meant & { fetchStatus: 'fetching' },
    ): readonly { queryKey: QueryKey; promise: Promise<unknown> | undefined }[];
  };
  invalidateQueries(filters: Meant | { queryKey: QueryKey; exact: true }, how: { cancelRefetch: false }): Promise<void>;
  setQueriesData(filters: object, updater: (data: unknown) => unknown): unknown;
}

/**
 * Has what is shown of these queries read again, and all else of them when it is shown next. A read that is under way
 * goes on, so that a slow connection comes to its end; but it may be of before the change, so another one follows it.
 */
export function readOnceMore(queries: Queries, isMeant: (key: QueryKey) => boolean): void {
  const predicate = ({ queryKey }: { queryKey: QueryKey }) => isMeant(queryKey);
  const underWay = queries.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' });
  void queries.invalidateQueries({ predicate }, { cancelRefetch: false });
  for (const { queryKey, promise } of underWay) {
    const follow = () => void queries.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
    promise?.then(follow, follow);
  }
}

/** Puts data in place of what queries have, where `newer` answers something else than it was given. */
export function replaceData(queries: Queries, newer: (data: unknown) => unknown): void {
  queries.setQueriesData({}, (data: unknown) => {
    const next = newer(data);
    // What is set counts as read just now, which what stays as it is was not.
    return next === data ? undefined : next;
  });
}
