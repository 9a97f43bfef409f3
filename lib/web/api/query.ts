import {
  type InfiniteData,
  keepPreviousData,
  QueryClient,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SvcError } from '#lib/client/error.ts';
import type { Args, Item, ListId, OperationId, ReplyBody } from '#lib/client/methods.ts';
import { client } from './client.ts';
import { itemsField } from './routes.ts';

/** What pages have read. The client repeats what may be repeated, so a query does not. */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: true, networkMode: 'always' } },
});

/** The name of what an operation answered, in the cache: the operation first, so that all of a kind can be found. */
export const queryKey = (operation: OperationId, args: object = {}): readonly unknown[] => [operation, args];

/** How a page reads. */
export interface ReadOptions {
  /** False while what it needs is not known yet. */
  readonly enabled?: boolean;
  /** Milliseconds after which it is read again, for what the activity feed does not tell. */
  readonly every?: number;
}

/** Reads one resource, or whatever the operation answers. It stays true by the activity feed. */
export function useRead<K extends OperationId>(
  operation: K,
  args: Omit<Args<K>, 'signal'> = {} as Args<K>,
  { enabled = true, every }: ReadOptions = {},
): UseQueryResult<ReplyBody<K>, SvcError> {
  return useQuery<ReplyBody<K>, SvcError>({
    ...readQuery(operation, args),
    placeholderData: keepPreviousData,
    enabled,
    ...(every !== undefined && { refetchInterval: every }),
  });
}

const readQuery = <K extends OperationId>(operation: K, args: object) => ({
  queryKey: queryKey(operation, args),
  queryFn: ({ signal }: { signal: AbortSignal }) => read(operation, args, signal),
});

/** Begins to read what a page will read by `useRead`, before its code is there. The page shows what fails. */
export function expect(operation: OperationId, args: object = {}): void {
  void queries.prefetchQuery(readQuery(operation, args));
}

async function read<K extends OperationId>(operation: K, args: object, signal: AbortSignal): Promise<ReplyBody<K>> {
  // The arguments are those of K; TypeScript does not follow the union through the generic call.
  const request = client.request as (operation: K, args: object) => Promise<{ body: ReplyBody<K> }>;
  return (await request(operation, { ...args, signal })).body;
}

/** A list as a page shows it: what was loaded, and how to load more. */
export interface ListRead<T, P = unknown> {
  /** Undefined until the first page is there. */
  readonly items: readonly T[] | undefined;
  /** The replies that they are of, for what stands beside the items. */
  readonly pages: readonly P[];
  readonly error: SvcError | null;
  readonly isFetching: boolean;
  readonly hasMore: boolean;
  /** When the newest of it was read, in milliseconds since 1970. */
  readonly updatedAt: number;
  loadMore(): void;
  again(): void;
}

/** The list query of an operation; its filters and order are those of the API. */
export type ListQuery = Readonly<Record<string, string | number | undefined>>;

/** How many items a page of a list has. */
const pageSize = 100;
/** How many items are shown before more are to be asked for: a filter may leave few of a page, or none. */
const screenful = 20;

/** Reads a list, page by page. `args` has the parameters of its path, and `query` its filters. */
export function useList<K extends ListId>(
  operation: K,
  args: ListArgs = {},
  { enabled = true, every }: ReadOptions = {},
): ListRead<Item<K>, ReplyBody<K>> {
  const found = useInfiniteQuery<Page<K>, SvcError, InfiniteData<Page<K>, string>, readonly unknown[], string>({
    ...listQuery(operation, args),
    placeholderData: keepPreviousData,
    enabled,
    ...(every !== undefined && { refetchInterval: every }),
  });
  const field = itemsField(operation);
  const items = found.data?.pages.flatMap((page) => (page as unknown as Record<string, Item<K>[]>)[field] ?? []);
  const { hasNextPage, fetchNextPage, isFetching } = found;
  const isUnfilled = hasNextPage && !found.error && (items?.length ?? 0) < Math.min(limitOf(args), screenful);
  const goesOn = enabled && isUnfilled && !isFetching;
  useEffect(() => {
    if (goesOn) void fetchNextPage({ cancelRefetch: false });
  }, [goesOn, fetchNextPage]);
  return {
    items: isUnfilled && items?.length === 0 ? undefined : items,
    pages: found.data?.pages ?? [],
    error: found.error,
    isFetching,
    hasMore: hasNextPage,
    updatedAt: found.dataUpdatedAt,
    loadMore: () => void fetchNextPage({ cancelRefetch: false }),
    again: () => void found.refetch({ cancelRefetch: false }),
  };
}

type Page<K extends ListId> = ReplyBody<K> & { next_cursor: string };
type ListArgs = Readonly<Record<string, unknown>> & { query?: ListQuery | undefined };

const limitOf = ({ query }: ListArgs): number => Number(query?.limit ?? pageSize);

const listQuery = <K extends ListId>(operation: K, args: ListArgs) => ({
  queryKey: queryKey(operation, { ...args, list: true }),
  queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string }) => {
    const query = { limit: pageSize, ...args.query, ...(pageParam && { cursor: pageParam }) };
    return read(operation, { ...args, query }, signal) as Promise<Page<K>>;
  },
  initialPageParam: '',
  getNextPageParam: ({ next_cursor }: Page<K>) => next_cursor || undefined,
});

/** Begins to read what a page will read by `useList` without filters, before its code is there. */
export function expectList(operation: ListId): void {
  void queries.prefetchInfiniteQuery(listQuery(operation, { query: {} }));
}
