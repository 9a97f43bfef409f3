import { beforeEach, expect, test } from 'vitest';
import { checkRecords } from '#lib/domain/platform/records/check.ts';
import { keys } from '#lib/store/keys.ts';
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
    { entity: 'unknown', fault: 'no entity has such a key', count: 1, ...key },
  ]);
});
