import { expect, test } from 'vitest';
import { createClient } from '#lib/client/client.ts';
import { served } from './support/served.ts';

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const seen: T[] = [];
  for await (const item of items) seen.push(item);
  return seen;
}

/** A server with this many instances. */
async function listed(count: number) {
  const server = await served(({ url }) => {
    const query = new URL(url, 'http://svc').searchParams;
    const from = Number(query.get('cursor') ?? 0);
    const to = Math.min(count, from + Number(query.get('limit') ?? 50));
    const instances = Array.from({ length: to - from }, (_, i) => ({ id: `i-${from + i}` }));
    return { body: { instances, next_cursor: to === count ? '' : String(to) } };
  });
  return { ...server, svc: createClient({ baseUrl: server.baseUrl }) };
}

test('the items of a list come in order, page after page, with its filters', async () => {
  const { svc, came } = await listed(5);
  const seen: string[] = [];
  for await (const { id } of svc.paginate('listInstances', { query: { limit: 2, status: 'running' } })) seen.push(id);
  expect(seen).toEqual(['i-0', 'i-1', 'i-2', 'i-3', 'i-4']);
  expect(came.map(({ url }) => url)).toEqual([
    '/compute/instances?limit=2&status=running',
    '/compute/instances?cursor=2&limit=2&status=running',
    '/compute/instances?cursor=4&limit=2&status=running',
  ]);
});

test('a page is asked for when it is needed', async () => {
  const { svc, came } = await listed(5);
  for await (const { id } of svc.paginate('listInstances', { query: { limit: 2 } })) if (id === 'i-1') break;
  expect(came).toHaveLength(1);
});

test('a list may begin at a cursor, and its pages have the whole replies', async () => {
  const { svc } = await listed(5);
  const seen: number[] = [];
  for await (const { instances } of svc.pages('listInstances', { query: { limit: 2, cursor: '1' } }))
    seen.push(instances.length);
  expect(seen).toEqual([2, 2]);
});

test('an empty list has a page and no items', async () => {
  const { svc, came } = await listed(0);
  expect(await all(svc.paginate('listInstances'))).toEqual([]);
  expect(came).toHaveLength(1);
});

test('a page without items does not end a list', async () => {
  const { baseUrl } = await served((_came, number) => ({
    body: number === 3 ? { keys: [], users: [{ id: 'u' }], next_cursor: '' } : { users: [], next_cursor: `${number}` },
  }));
  const users = await all(createClient({ baseUrl }).paginate('listUsers'));
  expect(users).toEqual([{ id: 'u' }]);
});

test('a page that leads to itself is an error, and not a list without end', async () => {
  const { baseUrl, came } = await served(() => ({ body: { users: [], next_cursor: 'again' } }));
  const users = all(createClient({ baseUrl }).paginate('listUsers'));
  await expect(users).rejects.toMatchObject({
    code: 'invalid_reply',
    message: 'listUsers: the page at again leads to itself',
  });
  expect(came).toHaveLength(2);
});

test('a list ends with its signal', async () => {
  const { svc } = await listed(5);
  const stop = new AbortController();
  const rest = svc.paginate('listInstances', { query: { limit: 1 }, signal: stop.signal });
  await rest.next();
  stop.abort('enough');
  await expect(rest.next()).rejects.toBe('enough');
});
