import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler as reconcileSchedule } from '#functions/scheduled/reconcile.ts';
import { nightAfter, post } from '#lib/domain/billing/wallets/post.ts';
import { reconcileLedgers } from '#lib/domain/billing/wallets/reconcile.ts';
import { placeOf } from '#lib/model/platform/spread.ts';
import { AlreadyPosted, hold } from '#lib/store/billing/wallets.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { put, remove, transact, update } from '#lib/store/platform/write.ts';
import { signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { booksOf, credit, posting, usage, walletOf } from '#test/support/billing/wallets.ts';
import { tableCalls } from '#test/support/table/table-calls.ts';
import { measuredBy } from '#test/support/vitest/measured.ts';

let account: string;
beforeEach(async () => {
  account = (await signedUp()).account_id;
});
afterEach(resetClock);

describe('an entry', () => {
  test('moves the balance, follows the one before, and says what is left', async () => {
    await posting(account, usage('hour#1', 1234));
    await posting(account, credit('thanks', 34));
    const books = await booksOf(account);
    expect(books.map(({ number, source, balance_after_paise }) => [number, source, balance_after_paise])).toEqual([
      [1, 'sign-up', 50_000],
      [2, 'hour#1', 48_766],
      [3, 'thanks', 48_800],
    ]);
    expect(books.map(({ id }) => id)).toEqual(books.map(({ id }) => id).sort());
    expect(await walletOf(account)).toMatchObject({ balance_paise: 48_800, available_paise: 48_800, entries: 3 });
  });

  test('is made once for a source, whoever tries and however many at once', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => posting(account, usage('hour#1', 500))));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(AlreadyPosted);
    expect(await walletOf(account)).toMatchObject({ balance_paise: 49_500, entries: 2 });
  });

  test('may take a wallet below zero, unless it is voluntary', async () => {
    const refuse = (available: number) => new Error(`only ${available}`);
    await expect(posting(account, usage('plan', 50_001), { refuse })).rejects.toThrow('only 50000');
    expect((await booksOf(account)).length).toBe(1);
    await posting(account, usage('hour#1', 50_001));
    expect(await walletOf(account)).toMatchObject({ balance_paise: -1, available_paise: -1 });
  });

  test('settles a hold: what was held is available again but for what it cost', async () => {
    await transact(hold(account, 'op-1', { amount_paise: 233, month: '2026-11' }, () => new Error('too little')));
    await posting(account, usage('hour#1', 33), { releases: [{ operation: 'op-1', amount_paise: 233 }] });
    expect(await walletOf(account)).toMatchObject({ balance_paise: 49_967, available_paise: 49_967 });
    expect(await get(keys.hold(account, 'op-1'))).toBeUndefined();
  });

  test('is never dated before the one before it, though the clock went back', async () => {
    advanceClock(86_400);
    const { entry: first } = await posting(account, usage('hour#1', 1));
    resetClock();
    const { entry: second } = await posting(account, usage('hour#2', 1));
    expect(second.id > first.id).toBe(true);
    expect(second.at >= first.at).toBe(true);
  });

  test.each([
    ['lines that do not sum to zero', [1000, -999]],
    ['parts of a paisa', [0.5, -0.5]],
  ])('is refused with %s', async (_, [wallet = 0, revenue = 0]) => {
    const lines = [
      { account: 'wallet' as const, amount_paise: wallet },
      { account: 'revenue' as const, amount_paise: revenue },
    ];
    const wrong = { ...usage('wrong', 0), lines };
    const read = await walletOf(account);
    expect(() => post(read, wrong, new Date())).toThrow('wrong: the lines of an entry must sum to 0 in whole paise');
  });
});

describe('reconciliation', () => {
  const findings: [string, string[]][] = [];
  const nightly = async () => {
    findings.length = 0;
    advanceClock(86_400);
    return reconcileLedgers((of, what) => of === account && findings.push([of, what]));
  };

  test('is at 02:00 IST', () => {
    expect(nightAfter(account, new Date('2026-11-21T20:29:59Z'))).toBe('2026-11-21T20:30:00Z');
    expect(nightAfter(account, new Date('2026-11-21T20:30:00Z'))).toBe('2026-11-22T20:30:00Z');
  });

  test('is at a time of each account from then on, in a deployment', () => {
    vi.stubEnv('SVC_SPREAD', '3000');
    const own = Date.parse('2026-11-21T20:30:00Z') + placeOf('123456789012', 3000) * 1000;
    const [first, next] = [own, own + 86_400_000].map((ms) => new Date(ms).toISOString().replace('.000', ''));
    expect(nightAfter('123456789012', new Date(own - 1))).toBe(first);
    expect(nightAfter('123456789012', new Date(own))).toBe(next);
    expect(own).toBeGreaterThan(Date.parse('2026-11-21T20:30:00Z'));
    expect(own).toBeLessThan(Date.parse('2026-11-21T21:20:00Z'));
  });

  test('finds nothing in right books, and looks no more until there is an entry', async () => {
    await transact(hold(account, 'op-1', { amount_paise: 233, month: '2026-11' }, () => new Error('too little')));
    await posting(account, usage('hour#1', 40_000));
    await nightly();
    expect(findings).toEqual([]);
    expect(await walletOf(account)).not.toHaveProperty('reconcile_at');
    expect(await get(keys.checkpoint(account))).toMatchObject({
      entries: 2,
      sums: { wallet: 10_000, promotion: -50_000, revenue: 40_000 },
    });
  });

  test('is done by the schedule', async () => {
    await posting(account, usage('hour#1', 40_000));
    advanceClock(86_400);
    await reconcileSchedule();
    expect(await walletOf(account)).not.toHaveProperty('reconcile_at');
    expect(await get(keys.checkpoint(account))).toMatchObject({ sums: { revenue: 40_000 } });
  });

  test('costs the same however many entries were summed up before', async () => {
    await nightly();
    const cost = async (source: string) => {
      await posting(account, usage(source, 1));
      advanceClock(86_400);
      return (await tableCalls(() => reconcileLedgers(() => undefined))).calls.length;
    };
    const first = await cost('hour#0');
    for (let at = 1; at < 40; at += 1) await posting(account, usage(`hour#${at}`, 1));
    await nightly();
    expect(await cost('hour#40')).toBe(first);
  });

  test('counts an account whose books do not agree for the alarm, and none where they do', async () => {
    vi.stubEnv('SVC_METRICS', 'svc-test');
    await nightly();
    await posting(account, usage('hour#1', 100));
    advanceClock(86_400);
    expect((await measuredBy(reconcileSchedule)).numbers).toEqual({});
    await posting(account, usage('hour#2', 100));
    await transact([update(keys.wallet(account), { add: { balance_paise: 5 } })]);
    advanceClock(86_400);
    expect((await measuredBy(reconcileSchedule)).numbers).toEqual({ LedgerDifferences: 1 });
    vi.unstubAllEnvs();
  });

  test('says which balance, entry or hold differs, and notes it for operators', async () => {
    const { entry } = await posting(account, usage('hour#1', 100));
    const stored = (await get(keys.usage(account, entry.id)))!;
    await transact([
      put({ ...stored, balance_after_paise: 7, pk: keys.usage(account, '').pk, sk: entry.id }),
      update(keys.wallet(account), { add: { balance_paise: 5 } }),
    ]);
    const { next_at } = await nightly();
    const found = [
      `entry ${entry.id}: says 7 paise after it, the sum is 49900`,
      'the wallet has 49905 paise, its entries sum to 49900',
      '49900 paise are available of 49905, of which 0 are held',
    ];
    expect(findings).toEqual([[account, found]]);
    expect(await get(keys.difference(account, 'books'))).toMatchObject({ account_id: account, findings: found });
    expect(next_at).not.toBeNull();
  });

  test('says that an entry is missing', async () => {
    const { entry } = await posting(account, usage('hour#1', 100));
    await posting(account, usage('hour#2', 100));
    await transact([remove(keys.usage(account, entry.id))]);
    await nightly();
    expect(findings[0]?.[1]).toContain('the wallet counts 3 entries, there are 2');
  });
});
