import { beforeEach, describe, expect, test } from 'vitest';
import { handler as activities } from '#functions/compute/asg/activities.ts';
import { handler as remove } from '#functions/compute/asg/delete.ts';
import { handler as update } from '#functions/compute/asg/update.ts';
import { handler as tick } from '#functions/scheduled/scaling.ts';
import type { Asg } from '#lib/model/compute/asg.ts';
import { keys } from '#lib/store/keys.ts';
import { update as change, transact } from '#lib/store/platform/write.ts';
import { signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock } from '#lib/testing/functions/clock.ts';
import { me, mine, useOwner } from '#test/functions/compute/owner.ts';
import { asgOf, look, machinesArrive, membersOf, newAsg, settled } from '#test/support/compute/asgs.ts';
import { putInto } from '#test/support/compute/instances.ts';
import { cancelled, faultTransactions } from '#test/support/table/faults.ts';
import { partition, state } from '#test/support/table/state.ts';

useOwner();

const at = (group: Asg) => ({ params: { id: group.id } });
const setWallet = (paise: number) =>
  transact([change(keys.wallet(me.account_id), { set: { balance_paise: paise, available_paise: paise } })]);
const instances = () => partition(keys.listed(me.account_id, 'instance', '').pk);

describe('a launch that is refused', () => {
  test.each([
    ['wallet', () => setWallet(40), /^wallet balance ₹0.40 is below the ₹0.41 needed for one hour of s1-nano; top up$/],
    [
      'quota',
      () => transact([change(keys.quota(me.account_id, 'instances'), { set: { used: 20 } })]),
      /^20 of 20 instances used/,
    ],
    [
      'room',
      () => transact([change(keys.host(host), { set: { free_ram_mib: 0 } })]),
      /^no capacity for s1-nano right now; no type is available$/,
    ],
  ])('for want of %s is noted; the third in a row is an error, which a PATCH ends', async (_, spoil, reason) => {
    const group = await newAsg(me, { desired_capacity: 1 });
    await spoil();
    for (let failures = 1; failures <= 3; failures++) {
      await look(group);
      await look(group);
      const record = await asgOf(group);
      expect([record.failures, record.status]).toEqual([failures, failures < 3 ? 'scaling' : 'error']);
      advanceClock(10 * failures);
    }
    advanceClock(300);
    await look(group);
    const { failures, status_reason, members } = await asgOf(group);
    expect([failures, members]).toEqual([3, []]);
    expect(status_reason).toMatch(/^3 launches in a row failed: .*; PATCH the group to try again$/);
    const history = (await mine(activities, at(group))).body.activities;
    expect(history.map(({ reason, status }: Record<string, string>) => [reason, status])).toEqual([
      ['failed', 'failed'],
      ['failed', 'failed'],
      ['failed', 'failed'],
      ['config_change', 'failed'],
    ]);
    expect(history[0].message).toMatch(reason);
    expect((await mine(update, { ...at(group), body: {} })).body).toMatchObject({
      status: 'scaling',
      status_reason: null,
    });
  });

  let host: string;
  beforeEach(async () => {
    const entry = (await state()).find(({ sk }) => sk === 'BEAT')?.host_id as string | undefined;
    host = entry ?? '';
  });
});

test('success in between starts the count anew', async () => {
  const group = await newAsg(me, { desired_capacity: 1 });
  await setWallet(0);
  await look(group);
  advanceClock(11);
  await look(group);
  expect((await asgOf(group)).failures).toBe(2);
  await setWallet(10_000);
  advanceClock(21);
  await settled(group);
  expect((await asgOf(group)).failures).toBe(0);
});

test('while the account is suspended nothing is launched, and nothing that was stopped is given up', async () => {
  const group = await newAsg(me);
  await settled(group);
  await transact([change(keys.account(me.account_id), { set: { status: 'suspended' } })]);
  for (const { id, account_id } of await membersOf(group)) await putInto({ id, account_id }, { status: 'stopped' });
  await look(group);
  expect((await membersOf(group)).map(({ status }) => status)).toEqual(['stopped', 'stopped']);
  await transact([change(keys.account(me.account_id), { set: { status: 'active' } })]);
  await settled(group);
  expect((await membersOf(group)).map(({ status }) => status)).toEqual(['running', 'running']);
});

test('a launch whose reply is lost is neither lost nor made twice', async () => {
  for (const lost of [1, 2, 3]) {
    const group = await newAsg(me, { name: `lost-${lost}`, desired_capacity: 2 });
    const before = (await instances()).length;
    const end = faultTransactions((call) => (call === lost ? { after: new Error('socket hang up') } : undefined));
    await look(group).catch(() => undefined);
    end();
    await look(group);
    expect((await asgOf(group)).members).toHaveLength(2);
    expect((await instances()).length).toBe(before + 2);
    await mine(remove, at(group));
    await settled(group);
  }
});

test('contention is no failure', async () => {
  const group = await newAsg(me, { desired_capacity: 1 });
  const end = faultTransactions((call) => (call <= 2 ? { instead: cancelled('TransactionConflict') } : undefined));
  await look(group);
  end();
  expect(await asgOf(group)).toMatchObject({ failures: 0, members: { length: 1 } });
});

test('of a look and a deletion at once nothing is left behind', async () => {
  for (let round = 0; round < 3; round++) {
    const group = await newAsg(me, { name: `race-${round}`, desired_capacity: 3 });
    await Promise.all([look(group), mine(remove, at(group)), look(group)]);
    await settled(group);
    const left = (await instances()).filter(({ status }) => status !== 'terminated');
    expect(left).toEqual([]);
  }
});

test('the scheduled task looks after every group, one that fails kept from no other, and says when a cooldown ends', async () => {
  const policy = { metric: 'cpu', cooldown_seconds: 600 };
  const one = await newAsg(me, { name: 'one', desired_capacity: 1, scaling_policy: policy });
  const two = await newAsg(await signedUp(), { name: 'two', desired_capacity: 1 });
  const end = faultTransactions((call) => (call === 1 ? { instead: new Error('broken') } : undefined));
  await expect(tick()).rejects.toThrow('broken');
  end();
  await tick();
  expect([(await asgOf(one)).members.length, (await asgOf(two)).members.length]).toEqual([1, 1]);
  await machinesArrive(one);
  await tick();
  expect(await tick()).toEqual({ next_at: null });
});
