import { beforeEach, expect, test } from 'vitest';
import { forEachDue } from '#lib/domain/platform/operations/for-each.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { keys } from '#lib/store/keys.ts';
import { dueDeadlines } from '#lib/store/platform/due-operations.ts';
import { putDeadline, removeDeadline } from '#lib/store/platform/outbox.ts';
import { transact } from '#lib/store/platform/write.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { partition } from '#test/support/table/state.ts';
import { type TestTime, testTime } from '#test/support/vitest/clock.ts';

const budget = 20_000;
let operations: string[];
let seen: number[];
let time: TestTime;
beforeEach(async () => {
  await testTable();
  time = testTime(new Date());
  seen = [];
  operations = Array.from({ length: 6 }, (_, at) => newId('operation', new Date(at)));
  const deadlines = operations.map((operation, at) => ({ operation, due: at + 1 }));
  const of = { account_id: '123456789012', instance_id: 'i-1', machine: 'launch' };
  await transact(deadlines.map((deadline) => putDeadline({ ...of, ...deadline })));
});

/** Works on what is due until `upTo`, which takes `ms` for each; `work` by the item's number. */
const run = (work: (at: number) => Promise<unknown> | undefined, ms = 0, upTo = 6) =>
  forEachDue(dueDeadlines(upTo), async ({ operation }) => {
    const at = operations.indexOf(operation);
    seen.push(at);
    time.advance(ms);
    await work(at);
  });
const end = (at: number) => transact([removeDeadline(operations[at] ?? '')]);
const fail = async (at: number) => Promise.reject(new Error(`no ${at}`));
const position = () => partition(keys.round('DEADLINE').pk);

test('everything due is worked on, in order, and no position is stored', async () => {
  expect(await run(end, 0, 4)).toBe(true);
  expect(seen).toEqual([0, 1, 2, 3]);
  expect(await position()).toEqual([]);
});

test('where time runs out, the next call continues, and the one after it begins again', async () => {
  expect(await run(end, budget / 2)).toBe(false);
  expect(await run(end, budget / 2)).toBe(false);
  expect(await run(end)).toBe(false);
  expect(seen).toEqual([0, 1, 2, 3, 4, 5]);
  expect(await run(end)).toBe(true);
  expect(seen).toHaveLength(6);
  expect(await position()).toEqual([]);
});

test('items that fail, however many, keep no others waiting, and are tried again', async () => {
  await expect(run(fail, budget / 2)).rejects.toThrow('no 0');
  await expect(run(fail, budget / 2)).rejects.toThrow('no 2');
  expect(await run(end)).toBe(false);
  expect(await run(end)).toBe(true);
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 0, 1, 2, 3]);
});

test('a clock that was set back makes a call begin again', async () => {
  await expect(run(fail, budget / 2)).rejects.toThrow('no 0');
  expect(await run(end, 0, 1)).toBe(true);
  expect(seen).toEqual([0, 1, 0]);
});
