import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Clause, condition, Placeholders } from '#lib/store/platform/expressions.ts';
import type { Range } from '#lib/store/platform/read.ts';
import { hasNamespaces } from '#test/support/processes/namespaces.ts';
import { keptFile, TableName } from './kept-file.ts';

type Asked = Omit<Range<unknown>, 'pk'> & { readonly pk: string };
type Page = { readonly Items: object[]; readonly LastEvaluatedKey?: Record<string, unknown> };

/** A query as lib/store makes it. */
function inputOf({ pk, begins, upTo, between, filter = [], index, limit, newestFirst, after }: Asked): object {
  const at = new Placeholders();
  const [partition, sort] = index ? (['gsi1pk', 'gsi1sk'] as const) : (['pk', 'sk'] as const);
  const clauses: Clause[] = [[partition, '=', pk]];
  if (begins !== undefined) clauses.push([sort, 'begins', begins]);
  if (upTo !== undefined) clauses.push([sort, '<=', upTo]);
  if (between !== undefined) clauses.push([sort, 'between', between]);
  return {
    TableName,
    IndexName: index,
    KeyConditionExpression: condition(clauses, at),
    FilterExpression: condition(filter as readonly Clause[], at),
    ...at.attributes(),
    ConsistentRead: !index,
    Limit: limit,
    ScanIndexForward: !newestFirst,
    ExclusiveStartKey: after,
  };
}

const ranges: readonly Omit<Asked, 'pk'>[] = [
  {},
  { begins: 'a' },
  { begins: 'a#' },
  { begins: 'c' },
  { upTo: 'a#2' },
  { between: ['a#1', 'b'] },
  { filter: [['status', '<>', 'on']] as never },
  {
    filter: [
      ['status', '=', 'on'],
      ['kind', '<>', 'x'],
    ] as never,
  },
];
const places: readonly Pick<Asked, 'pk' | 'index'>[] = [
  { pk: 'list' },
  { pk: 'due', index: 'gsi1' },
  { pk: 'nothing' },
  { pk: 'nothing', index: 'gsi1' },
];
const directions = [{ newestFirst: false }, { newestFirst: true }];
const limits = [{}, { limit: 1 }, { limit: 3 }, { limit: 8 }];

const every: readonly Asked[] = places.flatMap((place) =>
  ranges.flatMap((range) =>
    directions.flatMap((direction) => limits.map((limit) => ({ ...place, ...range, ...direction, ...limit }))),
  ),
);

describe.runIf(hasNamespaces)('queries of the file of an engine', () => {
  let kept: Awaited<ReturnType<typeof keptFile>>;
  beforeEach(async () => {
    kept = await keptFile();
  });
  afterEach(() => kept.remove());

  const page = async (asked: Asked) =>
    (await kept.call({ command: 'QueryCommand', input: inputOf(asked) })).output as Page | undefined;

  /** All pages of a query, one after the other. */
  async function pagesOf(asked: Asked): Promise<(Page | undefined)[]> {
    const first = await page(asked);
    const after = first?.LastEvaluatedKey;
    return after ? [first, ...(await pagesOf({ ...asked, after }))] : [first];
  }

  test('are answered as by the engine, page by page', async () => {
    const names = ['a', 'a#1', 'a#2', 'aé', 'b', 'b\u{1f600}', '~'];
    for (const [n, sk] of names.entries())
      await kept.put({ pk: 'list', sk, n, status: n % 2 ? 'on' : 'off', gsi1pk: 'due', gsi1sk: sk });
    await kept.put({ pk: 'list', sk: 'x', kind: 'x', status: 'on', gsi1pk: 'due', gsi1sk: 'b' });
    await kept.put({ pk: 'lisu', sk: 'a', gsi1pk: 'duf', gsi1sk: 'a' });
    const answers = async () => Promise.all(every.map(pagesOf));
    const fromFile = await answers();
    expect(fromFile.flat().filter((one) => one === undefined)).toEqual([]);
    kept.end();
    expect(fromFile).toEqual(await answers());
  });

  test('have each item of one place of the index once', async () => {
    const items = ['1', '2', '3', '4', '5'].map((sk) => ({ pk: 'list', sk, gsi1pk: 'due', gsi1sk: 'same' }));
    for (const item of items) await kept.put(item);
    for (const direction of directions) {
      const pages = await pagesOf({ pk: 'due', index: 'gsi1', limit: 2, ...direction });
      expect(pages.map((one) => one?.Items.length)).toEqual([2, 2, 1]);
      expect(pages.flatMap((one) => one?.Items)).toEqual(direction.newestFirst ? items.toReversed() : items);
    }
  });

  test('have pages of about 1 MB', async () => {
    for (let n = 0; n < 6; n++) await kept.put({ pk: 'list', sk: `${n}`, text: 'x'.repeat(300_000) });
    const pages = await pagesOf({ pk: 'list' });
    expect(pages.map((one) => one?.Items.length)).toEqual([4, 2]);
  });

  test('are left to the engine where they have another form', async () => {
    await kept.put({ pk: 'list', sk: '1' });
    expect(await page({ pk: 'list' })).toMatchObject({ Count: 1 });
    await kept.engine.stop();
    expect(await page({ pk: 'list' })).toMatchObject({ Count: 1 });
    const others = {
      'another key': { KeyConditionExpression: 'pk = :v0' },
      'another order': { KeyConditionExpression: ':v0 = #n0' },
      'a filter of a key': { FilterExpression: '#n0 = :v0' },
      'another filter': { FilterExpression: 'attribute_exists(#n0)' },
      'a number': { ExpressionAttributeValues: { ':v0': 1 } },
      'a count': { Select: 'COUNT' },
      'no items': { Limit: 0 },
      'another index': { IndexName: 'gsi2' },
      'the key of another place': { IndexName: 'gsi1' },
      'half a start': { ExclusiveStartKey: { pk: 'list' } },
    };
    for (const [what, more] of Object.entries(others)) {
      const input = { ...inputOf({ pk: 'list' }), ...more };
      expect([what, (await kept.call({ command: 'QueryCommand', input })).output]).toEqual([what, undefined]);
    }
  });
});
