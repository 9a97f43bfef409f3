import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { initialStanding } from '#lib/domain/billing/metering/standing.ts';
import { forEachDue } from '#lib/domain/platform/operations/for-each.ts';
import { dueMetering, nextMetering } from '#lib/store/billing/due-accounts.ts';
import { dueWallets } from '#lib/store/billing/ledger.ts';
import { putMark } from '#lib/store/billing/marks.ts';
import { putMetering } from '#lib/store/billing/metering.ts';
import { openWallet } from '#lib/store/billing/wallets.ts';
import { type AsgRecord, createAsg, everyAsg } from '#lib/store/compute/asgs.ts';
import { everyRule, putRule } from '#lib/store/compute/autoscale-rules.ts';
import { dueBackups, putBackup } from '#lib/store/compute/backups.ts';
import type { Key } from '#lib/store/keys.ts';
import { unplacedItems } from '#lib/store/platform/activity.ts';
import { dueDeadlines, dueIntents, nextIntent } from '#lib/store/platform/due-operations.ts';
import { dueUnplaced } from '#lib/store/platform/feed.ts';
import { putDeadline, putIntent } from '#lib/store/platform/outbox.ts';
import type { Due, Item } from '#lib/store/platform/read.ts';
import { remove, transact, type Write } from '#lib/store/platform/write.ts';
import { allItems } from '#lib/testing/functions/items.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { ruleOf } from '#test/support/compute/autoscale-rules.ts';
import { tableCalls } from '#test/support/table/table-calls.ts';
import { testTime } from '#test/support/vitest/clock.ts';

/* Indexes of work in shards, and the way from an index without shards to them and back. */

const accounts = Array.from({ length: 40 }, (_, at) => String(123_456_789_012 + at * 7_919));
const half = accounts.length / 2;
/** The first half is due at `now`, and the second one an hour later. */
const now = Date.parse('2026-11-30T10:00:00Z');
const dueAt = (at: number) => now + (at < half ? at - half : 3_600_000 + at);
const timeAt = (at: number) => new Date(dueAt(at)).toISOString().replace(/\.\d+Z/, 'Z');
/** Not random ones: one in thirty draws of forty ids would leave a shard empty. */
const operations = accounts.map((account) => `op-${account.padStart(26, '0')}`);
const standing = initialStanding;
const backup = { enabled: true, cron: '0 3 * * *', timezone: 'UTC', retention_count: 1, last_run: null, version: 1 };
const eventsOf = (account: string): Write[] =>
  unplacedItems(new Map([[account, []]])).map((item) => ({ item, check: undefined, refuse: () => new Error('no') }));

interface Work {
  /** The writes that make an account's work, the number of the account among all. */
  readonly make: (account: string, at: number) => Write[];
  readonly due: (time: number) => Due<object>;
  /** Of those that are due at once the end is beyond all. */
  readonly isAlwaysDue?: true;
}

const isoOf = (time: number) => new Date(time).toISOString();
const works: Record<string, Work> = {
  OUTBOX: {
    make: (_, at) => [putIntent({ operation: operations[at] ?? '', machine: 'launch', input: {} }, dueAt(at))],
    due: (time) => dueIntents(time) as Due<object>,
  },
  DEADLINE: {
    make: (account_id, at) => [
      putDeadline({
        operation: operations[at] ?? '',
        machine: 'launch',
        account_id,
        instance_id: 'i-1',
        due: dueAt(at),
      }),
    ],
    due: (time) => dueDeadlines(time) as Due<object>,
  },
  ACTIVITY: { make: eventsOf, due: () => dueUnplaced() as Due<object>, isAlwaysDue: true },
  METERING: {
    make: (account_id, at) => [putMetering(undefined, { account_id, through: 0, standing, due: timeAt(at) })],
    due: (time) => dueMetering(isoOf(time)) as Due<object>,
  },
  'METERING of marks': {
    make: (account, at) => [
      putMark(account, {
        ...{ resource: 'i-1', service: 'instances', price_paise: 1, seq: 1, minimum: false },
        at: Math.floor(dueAt(at) / 1000),
      }),
    ],
    due: (time) => dueMetering(isoOf(time)) as Due<object>,
  },
  RECONCILE: {
    make: (account_id, at) =>
      openWallet({
        ...{ account_id, balance_paise: 0, available_paise: 0, credit_paise: 0, entries: 0, last_entry_ms: 0 },
        reconcile_at: timeAt(at),
      }),
    due: (time) => dueWallets(isoOf(time)) as Due<object>,
  },
  ASG: {
    make: (account_id, at) => createAsg({ id: `asg-${operations[at]}`, account_id } as AsgRecord).slice(1),
    due: () => everyAsg() as Due<object>,
    isAlwaysDue: true,
  },
  AUTOSCALE: {
    make: (account, at) => [putRule(undefined, ruleOf(account, `i-${operations[at]}`))],
    due: () => everyRule() as Due<object>,
    isAlwaysDue: true,
  },
  BACKUP: {
    make: (account_id, at) => [
      putBackup(undefined, {
        ...{ ...backup, account_id, instance_id: `i-${operations[at]}` },
        ...{ next_run_at: timeAt(at), due_at: timeAt(at) },
      }),
    ],
    due: (time) => dueBackups(isoOf(time)) as Due<object>,
  },
};

const shards = (count: number | undefined) => vi.stubEnv('SVC_SHARDS', count === undefined ? undefined : `${count}`);
const made = (name: string) => accounts.flatMap((account, at) => works[name]?.make(account, at) ?? []);
const placesOf = async () => (await allItems()).flatMap(({ gsi1pk }) => gsi1pk ?? []).sort();
const countOf = async (place: string) => (await placesOf()).filter((one) => one === place).length;
const positions = async () => (await allItems()).filter(({ pk }) => pk.startsWith('ROUND#'));
/** Does what is due at a time, each once: the number of what was done. */
async function done(name: string, time: number, share?: { run: number; of: number }): Promise<number> {
  const seen: string[] = [];
  const work = async (item: Item) => {
    seen.push(`${item.pk} ${item.sk}`);
    await transact([remove({ pk: item.pk, sk: item.sk } as Key)]);
  };
  const { due } = works[name] as Work;
  expect(await forEachDue(due(time), work, { concurrency: 4, ...(share && { share }) })).toBe(true);
  expect(new Set(seen).size).toBe(seen.length);
  return seen.length;
}

beforeEach(async () => {
  await testTable();
});
afterEach(() => vi.unstubAllEnvs());

describe.each(Object.keys(works))('%s', (name) => {
  const [index = ''] = name.split(' ');
  const isAlwaysDue = works[name]?.isAlwaysDue ?? false;
  const [dueNow, left] = isAlwaysDue ? [accounts.length, 0] : [half, half];

  test('on a laptop is one key, looked at by the calls that it always was', async () => {
    await transact(made(name));
    expect(new Set(await placesOf())).toEqual(new Set([index]));
    const { calls } = await tableCalls(() => forEachDue((works[name] as Work).due(now), async () => undefined));
    expect(calls).toEqual(['GetItem', 'Query']);
  });

  test('is shared out among its shards, and each item is done where it is', async () => {
    shards(8);
    await transact(made(name));
    const places = new Set(await placesOf());
    expect([...places].filter((place) => !/#[0-7]$/.test(place))).toEqual([]);
    expect(places.size).toBe(8);
    expect(await done(name, now)).toBe(dueNow);
    expect(await done(name, now + 7_200_000)).toBe(left);
    expect([await placesOf(), await positions()]).toEqual([[], []]);
  });

  test('that the release before has left on one key is done or moved to the shards', async () => {
    await transact(made(name));
    expect(await countOf(index)).toBe(accounts.length);
    shards(8);
    expect(await done(name, now)).toBe(dueNow);
    expect([await countOf(index), (await placesOf()).length]).toEqual([0, left]);
    expect(await done(name, now + 7_200_000)).toBe(left);
  });

  test('is brought back to one key, where the release before finds it', async () => {
    shards(8);
    await transact(made(name));
    shards(1);
    expect(await done(name, now)).toBe(dueNow);
    expect(await countOf(index)).toBe(left);
    shards(undefined);
    expect(await done(name, now + 7_200_000)).toBe(left);
  });

  test('is found by fewer shards and by more of them', async () => {
    shards(16);
    await transact(made(name));
    shards(3);
    expect(await done(name, now)).toBe(dueNow);
    shards(12);
    expect(await done(name, now + 7_200_000)).toBe(left);
    expect(await placesOf()).toEqual([]);
  });

  test('is shared by several runs at a time, of which each does its own', async () => {
    shards(8);
    await transact(made(name));
    const all = await Promise.all(Array.from({ length: 8 }, (_, run) => done(name, now, { run, of: 8 })));
    expect(all.reduce((sum, one) => sum + one)).toBe(dueNow);
    expect(Math.max(...all)).toBeLessThan(accounts.length / 2);
    expect((await placesOf()).length).toBe(left);
  });
});

test('a run that has no time left moves nothing more, and the next ones go on', async () => {
  await transact(made('BACKUP'));
  shards(8);
  const time = testTime(new Date());
  const { due } = works.BACKUP as Work;
  const work = async ({ pk, sk }: Item) => {
    time.advance(2_000);
    await transact([remove({ pk, sk } as Key)]);
  };
  const run = async (one: (item: Item) => Promise<void>) => [await forEachDue(due(now), one), await countOf('BACKUP')];
  expect(await run(work)).toEqual([false, accounts.length - 10]);
  expect(await run(work)).toEqual([false, half]);
  expect(await run(async () => undefined)).toEqual([false, 0]);
  expect([await run(async () => undefined), await positions()]).toEqual([[true, 0], []]);
});

test('what fails on the key of the release before is moved, and tried again in its shard', async () => {
  await transact(made('DEADLINE'));
  shards(8);
  const { due } = works.DEADLINE as Work;
  const fail = async () => Promise.reject(new Error('not now'));
  await expect(forEachDue(due(now), fail)).rejects.toThrow('not now');
  expect([await countOf('DEADLINE'), (await placesOf()).length]).toEqual([0, accounts.length]);
  expect(await done('DEADLINE', now)).toBe(half);
});

test('what another write has moved, changed or removed since it was read is not moved', async () => {
  await transact(made('METERING'));
  shards(8);
  const [first, second, third] = accounts.slice(half) as [string, string, string];
  const found = new Map((await allItems()).map((item) => [item.account_id, item]));
  let isChanged = false;
  // The first item that is due changes others, after their page was read.
  await forEachDue(dueMetering(isoOf(now)), async () => {
    if (isChanged) return;
    isChanged = true;
    const again = (account_id: string, due: string | null) =>
      putMetering(found.get(account_id) as never, { account_id, through: 1, standing, due });
    const { pk, sk } = found.get(third) as Key;
    await transact([again(first, '2026-12-01T00:00:00Z'), again(second, null), remove({ pk, sk })]);
  });
  const after = new Map((await allItems()).map((item) => [item.account_id, item]));
  expect(after.get(first)).toMatchObject({ gsi1pk: expect.stringMatching(/^METERING#\d$/), through: 1, version: 2 });
  expect(after.get(second)).not.toHaveProperty('gsi1pk');
  expect(after.has(third)).toBe(false);
});

test('the first that is due is told of all shards', async () => {
  shards(8);
  expect([await nextIntent(), await nextMetering({ run: 0, of: 1 })]).toEqual([undefined, null]);
  await transact([...made('OUTBOX'), ...made('METERING')]);
  expect(await nextIntent()).toBe(dueAt(0));
  expect(await nextMetering({ run: 0, of: 1 })).toBe(timeAt(0));
});
