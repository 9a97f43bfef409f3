import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { readRoutes } from '#lib/generate/routes.ts';

interface List {
  key: string;
  query: z.ZodType;
  /** The query's parameters. */
  names: string[];
  /** The attributes of an item. */
  item: Record<string, z.ZodType>;
}

let lists: List[];
beforeAll(async () => {
  lists = (await readRoutes()).flatMap(({ key, method, route: { query, reply } }) => {
    if (method !== 'GET' || !(query instanceof z.ZodObject) || !(reply instanceof z.ZodObject)) return [];
    const rows = Object.values(reply.shape).find((field) => field instanceof z.ZodArray)?.element;
    if (!(rows instanceof z.ZodObject)) return [];
    return [{ key, query, names: Object.keys(query.shape), item: rows.shape }];
  });
  expect(lists.length).toBeGreaterThan(20);
});

/** The parameters that a query refuses. The one of many metrics needs instances. */
const refusals = (query: z.ZodType, asked: Record<string, string>) => {
  const needed = query instanceof z.ZodObject && 'instance_id' in query.shape ? { instance_id: 'i-1' } : {};
  return query.safeParse({ ...needed, ...asked }).error?.issues.map(({ path }) => String(path[0])) ?? [];
};

test('every page size is an integer in decimal digits, within its bounds', () => {
  const paged = lists.filter(({ names }) => names.includes('limit'));
  expect(paged.length).toBeGreaterThan(15);
  for (const { key, query } of paged) {
    for (const limit of ['1e1', '0x10', ' 5', '+5', '5.0', '5,5', '', '0', '-1', '1001', '9'.repeat(400)])
      expect([key, limit, refusals(query, { limit })]).toEqual([key, limit, ['limit']]);
    for (const limit of ['1', '007', '200']) expect([key, limit, refusals(query, { limit })]).toEqual([key, limit, []]);
  }
});

test('items with a name are found by it, alternatives between commas', () => {
  // The activity feed and the metrics of many are logs, whose events and series have names of other resources.
  const named = lists.filter(({ names, item }) => 'name' in item && names.includes('sort'));
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter(({ query }) => refusals(query, { name: 'web,db' }).length > 0).map(({ key }) => key)).toEqual([]);
});

test('a tag without a value is found by the empty text; other filters need one', () => {
  // The rules of a bucket's lifecycle have the tags of the objects that they are about.
  const tagged = lists.filter(({ item }) => 'tags' in item && 'created_at' in item);
  expect(tagged.length).toBeGreaterThan(8);
  for (const { key, query } of tagged) {
    expect([key, refusals(query, { 'tag.a': '' })]).toEqual([key, []]);
    expect([key, refusals(query, { id: '' })]).toEqual([key, ['id']]);
  }
});

test('a filter by an attribute of few values takes these, alternatives between commas, and no others', () => {
  const filters = lists.flatMap(({ key, query, names, item }) =>
    names.flatMap((name) =>
      item[name] instanceof z.ZodEnum ? [{ key, query, name, values: item[name].options }] : [],
    ),
  );
  expect(filters.length).toBeGreaterThan(15);
  for (const { key, query, name, values } of filters) {
    expect([key, name, refusals(query, { [name]: 'misspelt' })]).toEqual([key, name, [name]]);
    expect([key, name, refusals(query, { [name]: String(values[0]) })]).toEqual([key, name, []]);
  }
});
