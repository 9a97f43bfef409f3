import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handler } from '#functions/scheduled/records.ts';
import { checkRecords, sampleRecords } from '#lib/domain/platform/records/check.ts';
import { keys } from '#lib/store/keys.ts';
import { claimUnique } from '#lib/store/platform/uniques.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { plantUnfit } from '#test/support/planted.ts';

beforeEach(async () => {
  await testTable();
});
afterEach(() => {
  vi.restoreAllMocks();
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
    { entity: 'unknown', fault: 'no entity has such a key', count: 1, ...key },
  ]);
});

test('a sample of a small table reads all of it; of a larger one at most 1,000 records', async () => {
  const { account_id } = await signedUp();
  expect((await sampleRecords()).read).toBe((await checkRecords()).read);
  const claim = (name: string) => claimUnique(account_id, 'vpc', name, 'vpc-1', () => new Error('taken'));
  for (let n = 0; n < 1100; n += 100) await transact(Array.from({ length: 100 }, (_, i) => claim(`name-${n + i}`)));
  expect((await checkRecords()).read).toBeGreaterThan(1100);
  for (const chance of [0, 0.5, 0.999]) {
    const { read } = await sampleRecords(() => chance);
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThanOrEqual(1000);
  }
});

test('the daily task logs what does not fit, by entity, and no key', async () => {
  const account = await broken();
  const lines = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await handler()).toEqual({ next_at: null });
  const logged = lines.mock.calls.map(([line]) => `${line}`).join('');
  expect(logged).toContain('"entity":"wallet","fault":"Unrecognized key: \\"sealed\\"","count":1');
  expect(logged).not.toContain(account);
});
