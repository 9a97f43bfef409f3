import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { handler as put } from '#functions/compute/backup-schedules/put.ts';
import { handler as show } from '#functions/compute/backup-schedules/show.ts';
import { handler as createSnapshot } from '#functions/compute/instance-snapshots/create.ts';
import { handler as events } from '#functions/compute/instances/events.ts';
import { handler as backups } from '#functions/scheduled/backups.ts';
import { runBackup } from '#lib/domain/compute/backups/run.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { placeOf } from '#lib/model/platform/spread.ts';
import { dueBackups, getBackup } from '#lib/store/compute/backups.ts';
import { type SnapshotRecord, snapshotsOf } from '#lib/store/compute/snapshots.ts';
import { keys } from '#lib/store/keys.ts';
import { queryAll } from '#lib/store/platform/read.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { budgetRaised, budgetUsedUp, overBudget } from '#test/support/billing/budgets.ts';
import { walletOf } from '#test/support/billing/wallets.ts';
import { putInto } from '#test/support/compute/instances.ts';
import { openScriptedDiskPlatform, type ScriptedDiskPlatform } from '#test/support/hosts/scripted-disk-platform.ts';
import { failing } from '#test/support/hosts/scripted-driver.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

let stage: ScriptedDiskPlatform;
beforeAll(async () => {
  stage = await openScriptedDiskPlatform();
});
afterAll(() => stage.close());
beforeEach(resetClock);

const hour = 3600;
const ask = async (handler: typeof put, id: string, body?: object) => {
  // A token lasts a quarter of an hour of the civil clock.
  resetClock();
  return (await stage.ask(handler, { id }, body)).body;
};
async function tickAt(seconds: number) {
  resetClock();
  advanceClock(seconds);
  return backups();
}
async function backedUp(body: object = {}) {
  const instance = await stage.settledIn('running');
  const schedule = await ask(put, instance.id, {
    cron: `${new Date().getUTCMinutes()} * * * *`,
    timezone: 'UTC',
    ...body,
  });
  return { id: instance.id, account_id: instance.account_id, schedule };
}
async function snapshots({ account_id, id }: Pick<Instance, 'account_id' | 'id'>): Promise<SnapshotRecord[]> {
  const found: SnapshotRecord[] = [];
  for await (const one of snapshotsOf(account_id, id)) found.push(one);
  return found;
}
/** Every backup so far has ended, and what it pruned is gone. */
const quiet = (one: Pick<Instance, 'account_id' | 'id'>, count: number) =>
  eventually(async () => {
    const all = await snapshots(one);
    const last = (await getBackup(one.account_id, one.id))?.last_run?.status;
    return last !== 'running' && all.length === count && all.every(({ operation }) => !operation) ? all : undefined;
  });

/** What an instance's events say of backups that did not come about, as GET …/events shows them. */
async function told({ id }: Pick<Instance, 'id'>): Promise<unknown[]> {
  const { events: all } = await ask(events, id);
  const lines = all.filter(({ type }: { type: string }) => type.startsWith('backup_'));
  return lines.map(({ type, message }: { type: string; message: string }) => [type, message]);
}

describe('a backup', () => {
  test('is taken when it is due, once, and the run is on record', async () => {
    const one = await backedUp();
    expect(await tickAt(0)).toEqual({ next_at: one.schedule.next_run_at });
    expect(await snapshots(one)).toEqual([]);
    await Promise.all([tickAt(hour), backups(), backups()]);
    const [snapshot] = await quiet(one, 1);
    expect(snapshot).toMatchObject({ trigger: 'schedule', status: 'available', consistency: 'crash' });
    const { last_run, next_run_at } = await ask(show, one.id);
    expect(last_run).toEqual({ at: expect.any(String), status: 'succeeded', snapshot_id: snapshot?.id, error: null });
    expect(Date.parse(next_run_at) - Date.parse(one.schedule.next_run_at)).toBe(hour * 1000);
  });

  test('begins at a moment of its own after the time of its schedule, where backups are spread', async () => {
    process.env.SVC_SPREAD = '900';
    try {
      const one = await backedUp();
      await tickAt(hour);
      await quiet(one, 1);
      const { next_run_at, due_at } = (await getBackup(one.account_id, one.id)) ?? {};
      const delay = placeOf(one.id, 900);
      expect(Date.parse(due_at ?? '') - Date.parse(next_run_at ?? '')).toBe(delay * 1000);
      const due = (Date.parse(due_at ?? '') - Date.now()) / 1000;
      if (delay > 1) await tickAt(Math.floor(due) - 1);
      expect(await snapshots(one)).toHaveLength(1);
      await tickAt(Math.ceil(due));
      expect(await quiet(one, 2)).toHaveLength(2);
    } finally {
      delete process.env.SVC_SPREAD;
    }
  });

  test('that was missed many times is made up for once', async () => {
    const one = await backedUp();
    await tickAt(100 * hour);
    await quiet(one, 1);
    await tickAt(100 * hour + 60);
    expect(await snapshots(one)).toHaveLength(1);
    expect(Date.parse((await ask(show, one.id)).next_run_at)).toBeGreaterThan(Date.now() + 100 * hour * 1000);
  });

  test('beyond retention_count goes, the oldest first, once the new one stands; those made by hand stay', async () => {
    const one = await backedUp({ retention_count: 2 });
    const byHand = await stage.snapshotOf(one.id);
    for (const round of [1, 2, 3, 4]) {
      await tickAt(round * hour);
      await quiet(one, Math.min(round, 2) + 1);
      await stage.settled(one.id);
    }
    const kept = await snapshots(one);
    expect(kept.filter(({ trigger }) => trigger === 'schedule')).toHaveLength(2);
    expect(kept.map(({ id }) => id)).toContain(byHand.id);
  });

  test('that fails takes no older one with it, and says why', async () => {
    const one = await backedUp({ retention_count: 1 });
    await tickAt(hour);
    const [good] = await quiet(one, 1);
    stage.driver.next('createSnapshot', failing('INVALID', 'the disk is full'));
    await tickAt(2 * hour);
    const both = await quiet(one, 2);
    expect(both.map(({ status }) => status)).toEqual(['error', 'available']);
    expect(both[1]?.id).toBe(good?.id);
    expect((await ask(show, one.id)).last_run).toMatchObject({
      status: 'failed',
      error: 'create snapshot failed: the disk is full',
    });
    expect(await told(one)).toEqual([['backup_failed', 'create snapshot failed: the disk is full']]);
  });

  test.each([
    ['terminating', /is terminating; create snapshot requires status running or stopped$/],
    ['provisioning', /is provisioning; create snapshot requires status running or stopped$/],
  ] as const)(
    'of an instance that is %s is tried for a quarter of an hour, then refused on record',
    async (status, why) => {
      const one = await backedUp();
      await putInto(one, { status });
      const due = Math.ceil((Date.parse(one.schedule.next_run_at) - Date.now()) / 1000);
      await tickAt(due + 1);
      expect((await getBackup(one.account_id, one.id))?.last_run).toBeNull();
      expect(await told(one)).toEqual([]);
      await tickAt(due + 16 * 60);
      expect((await getBackup(one.account_id, one.id))?.last_run).toMatchObject({
        status: 'failed',
        snapshot_id: null,
        error: expect.stringMatching(why),
      });
      expect(await told(one)).toEqual([['backup_skipped', expect.stringMatching(why)]]);
      await putInto(one, { status: 'running' });
    },
  );

  test('over quota is refused on record, and the next is due as ever', async () => {
    const one = await backedUp();
    process.env.SVC_QUOTA_SNAPSHOTS = '0';
    try {
      await tickAt(hour);
    } finally {
      delete process.env.SVC_QUOTA_SNAPSHOTS;
    }
    const { last_run, next_run_at } = await ask(show, one.id);
    expect(last_run).toMatchObject({ status: 'failed', error: expect.stringMatching(/of 0 snapshots used/) });
    expect(await told(one)).toEqual([['backup_failed', last_run.error]]);
    expect(Date.parse(next_run_at)).toBeGreaterThan(Date.parse(one.schedule.next_run_at));
  });

  test('for which there is no money fails, and says so', async () => {
    const one = await backedUp();
    const { balance_paise, available_paise } = await walletOf(one.account_id);
    const wallet = (set: Record<string, unknown>) => transact([update(keys.wallet(one.account_id), { set })]);
    await wallet({ balance_paise: 0, available_paise: 0 });
    await tickAt(hour);
    await wallet({ balance_paise, available_paise });
    const { last_run } = await ask(show, one.id);
    expect(last_run).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^wallet balance ₹0.00 is below/),
    });
    expect(await told(one)).toEqual([['backup_failed', last_run.error]]);
    expect(await snapshots(one)).toEqual([]);
  });

  test('goes on where a budget wants nothing new, which a snapshot by hand is', async () => {
    const one = await backedUp();
    advanceClock(hour);
    await budgetUsedUp(one.account_id);
    await tickAt(hour);
    const [snapshot] = await quiet(one, 1);
    expect(snapshot).toMatchObject({ trigger: 'schedule', status: 'available' });
    await stage.settled(one.id);
    resetClock();
    const refused = await stage.ask(createSnapshot, { id: one.id }, {});
    expect([refused.status, refused.body.error]).toEqual([403, expect.stringMatching(overBudget)]);
    expect(await told(one)).toEqual([]);
    await budgetRaised(one.account_id);
    expect((await stage.ask(createSnapshot, { id: one.id }, {})).status).toBe(201);
    await stage.settled(one.id);
  });

  test('whose schedule was changed since it was read is not taken by the old one', async () => {
    const one = await backedUp();
    const stale = (await queryAll(dueBackups('9999'))).find(({ instance_id }) => instance_id === one.id);
    await ask(put, one.id, { cron: '0 0 1 1 *' });
    if (!stale) throw new Error('not in the index');
    await runBackup(stale, new Date());
    expect(await snapshots(one)).toEqual([]);
  });
});
