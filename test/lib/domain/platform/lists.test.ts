import { expect, test } from 'vitest';
import type { PublicContext } from '#lib/domain/platform/context.ts';
import { ownOrder, pageOf } from '#lib/domain/platform/lists.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { keyFiles } from '#lib/testing/functions/accounts.ts';
import { filled, sizes } from '#test/support/table/filled.ts';

keyFiles();

const context = { principal: null } as unknown as PublicContext;
type Rows = readonly { id: string; name: string }[];

async function walk(rows: Rows, query: ListQuery, order?: Parameters<typeof pageOf<Rows[number]>>[4]) {
  const pages: string[][] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await pageOf(context, 'row', { ...query, cursor }, rows, order);
    pages.push(page.items.map(({ id }) => id));
    if (page.next_cursor === '') return pages;
    cursor = page.next_cursor;
  }
}

const idsOf = (rows: Rows) => rows.map(({ id }) => id);

test.each(sizes)('rows that are read at once, %i of them, have pages in each order', async (size) => {
  const { byAge, byName } = filled(size);
  const shuffled = byAge.toSorted((a, b) => (a.name.slice(-2) < b.name.slice(-2) ? -1 : 1));
  for (const [sort, rows] of [
    ['created_at', byAge],
    ['-created_at', byAge.toReversed()],
    ['name', byName],
  ] as const) {
    for (const limit of [7, 200]) {
      const pages = await walk(shuffled, { sort, limit });
      expect(pages.flat()).toEqual(idsOf(rows));
      expect(pages.length).toBe(Math.ceil(size / limit));
      expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
    }
    const few = [rows[0]?.id, rows.at(-1)?.id].join(',');
    expect(await walk(shuffled, { sort, limit: 7, id: few })).toEqual([[rows[0]?.id, rows.at(-1)?.id]]);
  }
});

test.each(sizes)('a list of %i rows in an order of its own keeps it, and has it backwards', async (size) => {
  const rows = filled(size).byName;
  const order = { place: ownOrder };
  expect((await walk(rows, { sort: 'created_at', limit: 50 }, order)).flat()).toEqual(idsOf(rows));
  expect((await walk(rows, { sort: '-created_at', limit: 50 }, order)).flat()).toEqual(idsOf(rows).toReversed());
});

test.each(['created_at', '-created_at', 'name'] as const)(
  'rows that come and go hide and repeat none by %s',
  async (sort) => {
    const { byAge } = filled(60);
    const { byAge: more } = filled(60);
    const first = await pageOf(context, 'row', { sort, limit: 20 }, byAge);
    const gone = new Set([first.items[3], first.items[19]]);
    const stay = byAge.filter((row) => !gone.has(row));
    const query = { sort, limit: 200, cursor: first.next_cursor };
    const rest = await pageOf(context, 'row', query, [...more, ...stay]);
    const seen = [...first.items, ...rest.items];
    expect(new Set(seen).size).toBe(seen.length);
    expect(byAge.filter((row) => !seen.includes(row))).toEqual([]);
  },
);
