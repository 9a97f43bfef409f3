import { beforeAll, describe, expect, test } from 'vitest';
import { handler as list } from '#functions/storage/buckets/objects.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { type Caller, callerOf, expectStatus } from '#test/support/accounts/iam.ts';
import { newBucket, newKey, testObjects } from '#test/support/storage/objects.ts';
import { sizes } from '#test/support/table/filled.ts';
import { send } from './send.ts';

let root: Caller;
let made: () => Promise<string>;
let put: (bucket: string, keys: readonly string[]) => Promise<void>;

beforeAll(async () => {
  const { url } = await testObjects();
  const owner = await verified();
  root = callerOf(owner);
  made = () => newBucket(owner);
  put = async (bucket, keys) => {
    const key = await newKey(owner, bucket);
    for (const one of keys) await send(key, `${url}/${bucket}/${one}`, { method: 'PUT', body: 'a' });
  };
});

interface Page {
  objects: { key: string }[];
  common_prefixes: string[];
  next_cursor: string;
}

const page = (name: string, query: object): Promise<Page> =>
  expectStatus(200, root(list, { params: { name }, query: query as Record<string, string> }));

async function walk(name: string, query: object): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor = ''; ; ) {
    const { objects, common_prefixes, next_cursor } = await page(name, { ...query, ...(cursor && { cursor }) });
    seen.push(...objects.map(({ key }) => key), ...common_prefixes);
    if (next_cursor === '') return seen;
    cursor = next_cursor;
  }
}

describe.each(sizes)('%i objects', (size) => {
  test('pages in the order of the keys, by folders, and of few among many', async () => {
    const bucket = await made();
    const keys = Array.from({ length: size }, (_, at) => `${at % 3}/k-${String((at * 7919) % size).padStart(4, '0')}`);
    await put(bucket, keys);
    const sorted = keys.toSorted();
    for (const limit of ['7', '50', '1000']) expect(await walk(bucket, { limit })).toEqual(sorted);
    expect((await page(bucket, {})).objects.map(({ key }) => key)).toEqual(sorted.slice(0, 50));
    expect((await page(bucket, { limit: `${Math.min(size, 1000)}` })).next_cursor === '').toBe(size <= 1000);
    expect(await walk(bucket, { delimiter: '/', limit: '2' })).toEqual(['0/', '1/', '2/']);
    expect(await walk(bucket, { prefix: sorted.at(-1), limit: '1' })).toEqual([sorted.at(-1)]);
    const first = await page(bucket, { limit: '2' });
    await put(bucket, ['0/a', '2/z']);
    const rest = await walk(bucket, { limit: '50', cursor: first.next_cursor });
    const expected = first.next_cursor === '' ? [] : [...sorted.slice(2), '2/z'];
    expect(first.next_cursor === '' ? [] : rest).toEqual(expected);
  });
});
