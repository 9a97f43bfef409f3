import { useQuery } from '@tanstack/react-query';
import type { ListId } from '#lib/client/methods.ts';
import { client } from './client.ts';
import { queryKey } from './query.ts';
import { itemsField } from './routes.ts';

interface Named {
  readonly id: string;
  readonly name?: string | null;
}

/** The most ids that one request asks for. */
const most = 100;
/** The most pages that are read for them: a page of a long list may have none of what it is asked for. */
const pages = 20;

interface Asked {
  readonly id: string;
  readonly answer: (name: string | null) => void;
  readonly fail: (failure: unknown) => void;
}

const waiting = new Map<ListId, Asked[]>();

/**
 * The name of a resource, for pages that know its id. All names that a page needs are asked for together. Null where
 * there is no such resource any more, or it has no name; undefined until it is known.
 */
export function useName(list: ListId, id: string): string | null | undefined {
  const { data } = useQuery({ queryKey: queryKey(list, { name: id }), queryFn: () => nameOf(list, id) });
  return data;
}

function nameOf(list: ListId, id: string): Promise<string | null> {
  return new Promise((answer, fail) => {
    const asked = waiting.get(list) ?? [];
    if (asked.length === 0) setTimeout(() => askAll(list));
    waiting.set(list, [...asked, { id, answer, fail }]);
  });
}

function askAll(list: ListId): void {
  const asked = waiting.get(list) ?? [];
  waiting.delete(list);
  for (let at = 0; at < asked.length; at += most) void ask(list, asked.slice(at, at + most));
}

async function ask(list: ListId, asked: readonly Asked[]): Promise<void> {
  const request = client.request as (list: ListId, args: object) => Promise<{ body: Record<string, unknown> }>;
  try {
    const names = new Map<string, string | null>();
    const query = { id: asked.map(({ id }) => id).join(','), limit: most };
    for (let cursor = '', page = 0; page < pages && (page === 0 || cursor) && names.size < asked.length; page++) {
      const { body } = await request(list, { query: { ...query, ...(cursor && { cursor }) } });
      for (const { id, name } of body[itemsField(list)] as Named[]) names.set(id, name ?? null);
      cursor = body.next_cursor as string;
    }
    for (const { id, answer } of asked) answer(names.get(id) ?? null);
  } catch (failure) {
    for (const { fail } of asked) fail(failure);
  }
}
