import { routes } from '#lib/generated/client/routes.ts';
import { SvcError } from './error.ts';
import type { ListId } from './methods.ts';
import type { AnyArgs } from './outgoing.ts';

/** Gets one page of a list. */
type GetPage = (operation: ListId, args: AnyArgs) => Promise<unknown>;

/** Pages without items that may follow each other. */
const mostEmpty = 1000;

/**
 * The replies of a list from the first page, or that of `query.cursor`, to the last. Rejects with `invalid_reply` where
 * a page leads back to one before, or a thousand in succession have nothing.
 */
export async function* pages(getPage: GetPage, operation: ListId, args: AnyArgs): AsyncGenerator<unknown> {
  let cursor = args.query?.cursor;
  const known = new Set([cursor]);
  const [, , field = ''] = routes[operation].split(' ');
  for (let empty = 0; empty < mostEmpty; ) {
    const reply = (await getPage(operation, { ...args, query: { ...args.query, cursor } })) as Page;
    const { next_cursor: next, [field]: list } = reply ?? {};
    if (typeof next !== 'string' || !Array.isArray(list)) throw invalid(`${operation}: the reply is no page of a list`);
    yield reply;
    if (next === '') return;
    if (known.has(next)) throw invalid(`${operation}: the page at ${next} leads to itself`);
    known.add(next);
    cursor = next;
    // Folders of a bucket come beside its objects.
    empty = Object.values(reply).some((part) => Array.isArray(part) && part.length > 0) ? 0 : empty + 1;
  }
  throw invalid(`${operation}: ${mostEmpty} empty pages in succession`);
}

type Page = Readonly<Record<string, unknown>>;

const invalid = (message: string): SvcError => new SvcError(message, { code: 'invalid_reply' });

/** The items of a list, page by page. */
export async function* items(getPage: GetPage, operation: ListId, args: AnyArgs): AsyncGenerator<unknown> {
  const [, , field = ''] = routes[operation].split(' ');
  for await (const reply of pages(getPage, operation, args)) {
    yield* (reply as Record<string, unknown[]>)[field] ?? [];
  }
}
