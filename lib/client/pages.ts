import { SvcError } from './error.ts';
import { routes } from './generated/routes.ts';
import type { ListId } from './methods.ts';
import type { AnyArgs } from './outgoing.ts';

/** Gets one page of a list. */
type GetPage = (operation: ListId, args: AnyArgs) => Promise<unknown>;

/** The replies of a list from the first page, or that of `query.cursor`, to the last. */
export async function* pages(getPage: GetPage, operation: ListId, args: AnyArgs): AsyncGenerator<unknown> {
  let cursor = args.query?.cursor;
  for (;;) {
    const reply = (await getPage(operation, { ...args, query: { ...args.query, cursor } })) as { next_cursor: string };
    yield reply;
    if (reply.next_cursor === '') return;
    if (reply.next_cursor === cursor)
      throw new SvcError(`${operation}: the page at ${cursor} leads to itself`, { code: 'invalid_reply' });
    cursor = reply.next_cursor;
  }
}

/** The items of a list, page by page. */
export async function* items(getPage: GetPage, operation: ListId, args: AnyArgs): AsyncGenerator<unknown> {
  const [, , field = ''] = routes[operation].split(' ');
  for await (const reply of pages(getPage, operation, args)) {
    yield* (reply as Record<string, unknown[]>)[field] ?? [];
  }
}
