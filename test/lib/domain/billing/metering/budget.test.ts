import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { meter } from '#lib/domain/billing/metering/meter-all.ts';
import { openWalletWithCredit } from '#lib/domain/billing/wallets/post.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { dueMetering } from '#lib/store/billing/due-accounts.ts';
import { putMark } from '#lib/store/billing/marks.ts';
import { queryAll } from '#lib/store/platform/read.ts';
import { transact } from '#lib/store/platform/write.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { allItems } from '#lib/testing/functions/items.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { toNewMonth } from '#test/support/billing/metering.ts';
import { walletOf } from '#test/support/billing/wallets.ts';
import { faultTransactions, unreachable } from '#test/support/table/faults.ts';
import { type TestTime, testTime } from '#test/support/vitest/clock.ts';

const accounts = Array.from({ length: 20 }, (_, at) => String(100_000_000_000 + at));
let time: TestTime;
beforeEach(async () => {
  toNewMonth();
  await testTable();
  time = testTime(new Date());
  const since = civilNow();
  for (const account of accounts) {
    const at = Math.floor(since.getTime() / 1000);
    const mark = {
      resource: `i-${account}`,
      service: 'instances',
      price_paise: 29_900,
      at,
      seq: 1,
      minimum: true,
    } as const;
    await transact([...openWalletWithCredit(account, since), putMark(account, mark)]);
  }
  await meter(async () => undefined);
  advanceClock(3600);
});
afterEach(() => {
  resetClock();
  vi.unstubAllEnvs();
});

const dueNow = async () => (await queryAll(dueMetering(rfc3339(civilNow())))).length;
const run = () => meter(async () => undefined);
const balances = () => Promise.all(accounts.map(async (account) => (await walletOf(account)).balance_paise));

/** Charges until nothing is due, then for another hour at one moment. All accounts have used the same. */
async function allAlike() {
  for (let runs = 0; runs < 5 && (await dueNow()) > 0; runs += 1) await run();
  const before = await balances();
  advanceClock(3600);
  await run();
  expect(await dueNow()).toBe(0);
  const after = await balances();
  expect(new Set(after).size).toBe(1);
  expect(after[0]).toBeLessThan(before[0] ?? 0);
}

test('a run ends after 20 s, and the next ones charge the rest, each account once', async () => {
  const restore = faultTransactions(() => void time.advance(5_000));
  await run();
  restore();
  const left = await dueNow();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(accounts.length);
  await allAlike();
});

test('one that dies between two accounts, without a word, loses nothing and charges nothing twice', async () => {
  const restore = faultTransactions((call) => (call > 7 ? { instead: unreachable() } : undefined));
  await expect(run()).rejects.toThrow('ECONNREFUSED');
  restore();
  expect(await dueNow()).toBe(accounts.length - 7);
  await allAlike();
});

test('nor does one whose last charge was made although its reply was lost', async () => {
  const restore = faultTransactions((call) => (call > 7 ? { after: unreachable() } : undefined));
  await expect(run()).rejects.toThrow('ECONNREFUSED');
  restore();
  await allAlike();
});

test('several runs at a time charge each account once, also those that a release without shards has left', async () => {
  const entries = async () =>
    new Set(await Promise.all(accounts.map(async (account) => (await walletOf(account)).entries)));
  const runs = () => Promise.all(accounts.slice(0, 8).map((_, at) => meter(async () => undefined, { run: at, of: 8 })));
  const [before] = await entries();
  vi.stubEnv('SVC_SHARDS', '8');
  await runs();
  expect(await entries()).toEqual(new Set([(before ?? 0) + 1]));
  advanceClock(3600);
  await Promise.all([runs(), runs()]);
  expect(await entries()).toEqual(new Set([(before ?? 0) + 2]));
  const places = (await allItems()).flatMap(({ gsi1pk = '' }) => (gsi1pk.startsWith('METERING') ? [gsi1pk] : []));
  expect([places.length, new Set(places).size > 4, places.includes('METERING')]).toEqual([20, true, false]);
});
