import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#lib/model/platform/ids.ts';
import { ageIndex, nameIndex } from '#lib/store/indexes.ts';
import { type Key, keys } from '#lib/store/keys.ts';
import type { Row } from '#lib/store/platform/list-layout.ts';
import { listPage, logPage } from '#lib/store/platform/lists.ts';
import { put, transact, type Write } from '#lib/store/platform/write.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { filled, type Rows, sizes } from '#test/support/table/filled.ts';
import { plantAnything } from '#test/support/table/planted.ts';

beforeEach(plantAnything);
beforeAll(async () => {
  await testTable();
});

type Order = 'created_at' | '-created_at' | 'name';

/** The lists whose rows have a place by age and another by name, by which of both the table has. */
const listed = {
  vpc: (account: string, row: Row): Write =>
    put({ ...rowAt(keys.listed(account, 'vpc', row.id)), ...nameIndex(account, 'vpc', row.name, row.id), ...row }),
  group: (account: string, row: Row): Write =>
    put({ ...rowAt(keys.group(account, row.name)), ...ageIndex(account, 'group', row.id), ...row }),
};

/** A key at which this test stores a row, whatever stands there otherwise. */
function rowAt({ pk, sk }: { pk: string; sk: string }): Key<Row> {
  return { pk, sk };
}

async function pagesOf(account: string, noun: keyof typeof listed, sort: Order): Promise<string[]> {
  const seen: string[] = [];
  let after: Row | undefined;
  do {
    const page = await listPage(account, noun, { limit: 50, sort, after, filter: [] });
    seen.push(...page.items.map(({ id }) => id));
    after = page.last;
  } while (after);
  return seen;
}

async function pagesOfLog(account: string, sort: 'created_at' | '-created_at'): Promise<string[]> {
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await logPage(rowAt(keys.event(account, 'i-1', '')), { limit: 50, sort, after });
    seen.push(...page.items.map(({ id }) => id));
    after = page.last;
  } while (after !== undefined);
  return seen;
}

const inOrder = ({ byAge, byName }: Rows, sort: Order): string[] =>
  (sort === 'name' ? byName : sort === 'created_at' ? byAge : byAge.toReversed()).map(({ id }) => id);

describe.each(sizes)('%i rows', (size) => {
  test.each(['vpc', 'group'] as const)('the pages of a list, %s, in each order', async (noun) => {
    const rows = filled(size);
    await rows.written((account, row) => listed[noun](account, row));
    for (const sort of ['created_at', '-created_at', 'name'] as const)
      expect(await pagesOf(rows.account, noun, sort)).toEqual(inOrder(rows, sort));
  });

  test('the pages of a log, from either end', async () => {
    const rows = filled(size);
    await rows.written((account, row) => put({ ...rowAt(keys.event(account, 'i-1', row.id)), ...row }));
    for (const sort of ['created_at', '-created_at'] as const)
      expect(await pagesOfLog(rows.account, sort)).toEqual(inOrder(rows, sort));
  });
});

test('a row that comes between two pages of the newest first moves none', async () => {
  const rows = filled(3);
  await rows.written((account, row) => listed.vpc(account, row));
  const first = await listPage(rows.account, 'vpc', { limit: 2, sort: '-created_at', filter: [] });
  await transact([listed.vpc(rows.account, { id: newId('vpc', new Date()), name: 'late' })]);
  const next = { limit: 2, sort: '-created_at', after: first.last, filter: [] } as const;
  const second = await listPage(rows.account, 'vpc', next);
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(inOrder(rows, '-created_at'));
});
