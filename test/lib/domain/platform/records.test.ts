import { beforeEach, expect, test } from 'vitest';
import { checkRecords, sampleRecords } from '#lib/domain/platform/records/check.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { claimUnique } from '#lib/store/platform/uniques.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { plantUnfit } from '#test/support/table/planted.ts';

beforeEach(async () => {
  await testTable();
});

/** Takes an attribute from a wallet that each has, and gives it one that none has. */
async function broken(): Promise<string> {
  const { account_id } = await signedUp();
  const key = keys.wallet(account_id);
  plantUnfit(key);
  const change: object = { set: { sealed: 'the value' }, remove: ['entries'] };
  await transact([update(key, change)]);
  return account_id;
}

test('what the platform stored fits', async () => {
  await signedUp();
  const { read, misfits } = await checkRecords();
  expect(misfits).toEqual([]);
  expect(read).toBeGreaterThan(5);
});

test('what does not fit is named with its entity and the key of one, and without its value', async () => {
  await broken();
  await broken();
  const { misfits } = await checkRecords();
  expect(misfits.map(({ entity, fault, count }) => [entity, fault, count])).toEqual([
    ['wallet', 'entries: Invalid input: expected number, received undefined', 2],
    ['wallet', 'Unrecognized key: "sealed"', 2],
  ]);
  expect(misfits.every(({ sk }) => sk === 'WALLET')).toBe(true);
  expect(JSON.stringify(misfits)).not.toContain('the value');
});

test('a key that no entity has is found', async () => {
  const key = { pk: 'LOST#1', sk: 'LOST' };
  plantUnfit(key);
  await transact([update(key, { set: { ttl: 1 } })]);
  expect((await checkRecords()).misfits).toEqual([
    { entity: 'unknown', form: 'LOST#* LOST', fault: 'no entity has such a key', count: 1, ...key },
  ]);
});

/** The items of each sample, one after the other, until one ended with the table. */
async function samples(most: { pages: number; items: number }): Promise<number[]> {
  const reads: number[] = [];
  do reads.push((await sampleRecords(most)).read);
  while (await get(keys.round('TABLE')));
  return reads;
}

test('samples read the whole table in turn, each as much as it may, and then begin again', async () => {
  const { account_id } = await signedUp();
  const claim = (n: number) => claimUnique(account_id, 'vpc', `name-${n}`, 'vpc-1', () => new Error('taken'));
  await transact(Array.from({ length: 40 }, (_, n) => claim(n)));
  const { read } = await checkRecords();
  expect(read).toBeGreaterThan(45);
  // The position, which the first sample stores, is an item too; the second sample may come past it.
  const first = await samples({ pages: 3, items: 7 });
  expect(first.slice(0, -1)).toEqual(first.slice(0, -1).map(() => 21));
  const all = first.reduce((sum, count) => sum + count, 0);
  expect([read, read + 1]).toContain(all);
  expect(await samples({ pages: 100, items: 100 })).toEqual([read]);
});

test('a record that does not fit is found wherever it is in the table', async () => {
  const { account_id } = await signedUp();
  const claim = (n: number) => claimUnique(account_id, 'vpc', `name-${n}`, 'vpc-1', () => new Error('taken'));
  await transact(Array.from({ length: 20 }, (_, n) => claim(n)));
  const key = keys.wallet(account_id);
  plantUnfit(key);
  await transact([update(key, { remove: ['entries'] } as object)]);
  const found: number[] = [];
  do found.push((await sampleRecords({ pages: 1, items: 4 })).unfit);
  while (await get(keys.round('TABLE')));
  expect(found.filter((count) => count > 0)).toEqual([1]);
});
