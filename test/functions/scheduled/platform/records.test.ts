import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handler } from '#functions/scheduled/records.ts';
import { keys } from '#lib/store/keys.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { plantUnfit } from '#test/support/table/planted.ts';
import { partition } from '#test/support/table/state.ts';
import { measuredBy } from '#test/support/vitest/measured.ts';

beforeEach(async () => {
  await testTable();
  vi.stubEnv('SVC_METRICS', 'svc-test');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Takes an attribute from a wallet, and gives it one that none has. Answers the account. */
async function breakWallet(): Promise<string> {
  const { account_id } = await signedUp();
  const key = keys.wallet(account_id);
  plantUnfit(key);
  const change: object = { set: { sealed: 'the value' }, remove: ['entries'] };
  await transact([update(key, change)]);
  return account_id;
}

/** The lines that a run logs about records, without the time. */
async function run() {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const answer = await handler();
  const lines = written.mock.calls.map(([line]) => JSON.parse(`${line}`));
  written.mockRestore();
  const errors = lines.filter(({ level }) => level === 'error').map(({ level: _, at: __, ...said }) => said);
  return { answer, errors, text: JSON.stringify(lines) };
}

test('of a table whose records fit nothing is reported, and zero is counted', async () => {
  await signedUp();
  expect(await measuredBy(handler)).toEqual({ numbers: { RecordsUnfit: 0 }, counted: {} });
  expect(await run()).toMatchObject({ answer: { next_at: null }, errors: [] });
});

test('a record that does not fit is reported with its entity, the form of its key and its attribute', async () => {
  const account = await breakWallet();
  const { errors, text } = await run();
  const wallet = { schedule: 'recordsSchedule', read: expect.any(Number), entity: 'wallet', count: 1 };
  const key = 'A#<account>#wallet WALLET';
  expect(errors).toEqual([
    { ...wallet, key, fault: 'entries: Invalid input: expected number, received undefined' },
    { ...wallet, key, fault: 'Unrecognized key: "sealed"' },
  ]);
  expect(text).not.toContain('the value');
  expect(text).not.toContain(account);
});

test('records that do not fit are counted, however many faults each has', async () => {
  await breakWallet();
  await breakWallet();
  expect((await measuredBy(handler)).numbers).toEqual({ RecordsUnfit: 2 });
});

test('a key that no entity has is reported by its form', async () => {
  const planted = ['LOST#asha@example.in', 'A#482910337451#gadget', 'a-token'].map((pk) => ({ pk, sk: 'of-42' }));
  for (const key of planted) plantUnfit(key);
  await transact(planted.map((key) => update(key, { set: { ttl: 1 } })));
  const { errors } = await run();
  const unknown = {
    schedule: 'recordsSchedule',
    read: 3,
    entity: 'unknown',
    fault: 'no entity has such a key',
    count: 1,
  };
  expect(errors.map(({ key }) => key).sort()).toEqual(['* *', 'A#*#gadget *', 'LOST#* *']);
  expect(errors).toEqual(errors.map(({ key }) => ({ ...unknown, key })));
});

test('one run logs twenty kinds of faults, and counts all records that do not fit', async () => {
  const planted = Array.from({ length: 25 }, (_, n) => ({ pk: `LOST-${String.fromCharCode(65 + n)}#1`, sk: 'LOST' }));
  for (const key of planted) plantUnfit(key);
  await transact(planted.map((key) => update(key, { set: { ttl: 1 } })));
  expect((await run()).errors).toHaveLength(20);
  expect((await measuredBy(handler)).numbers).toEqual({ RecordsUnfit: 25 });
});

test('the end of each run is noted for the alarm for schedules', async () => {
  await run();
  expect(await partition(keys.finishedSchedule('').pk)).toMatchObject([{ schedule: 'recordsSchedule' }]);
});
