import { expect, test } from 'vitest';
import { handler as create } from '#functions/compute/asg/create.ts';
import { handler as change } from '#functions/compute/asg/update.ts';
import type { InstanceType } from '#lib/model/platform/catalog.ts';
import { instanceTypeById } from '#lib/model/platform/catalog.ts';
import { keys } from '#lib/store/keys.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { me, mine, useOwner } from '#test/functions/compute/owner.ts';
import { budgetUsedUp, overBudget } from '#test/support/billing/budgets.ts';
import { asgBody, asgOf, look, membersOf, newAsg, settled } from '#test/support/compute/asgs.ts';
import { busy } from '#test/support/compute/busy.ts';
import { putInto } from '#test/support/compute/instances.ts';

useOwner();

test('a member that is lost is replaced where the budget is used up', async () => {
  const group = await newAsg(me);
  const { members } = await settled(group);
  await budgetUsedUp(me.account_id);
  for (const { instance_id: id } of members) await putInto({ account_id: me.account_id, id }, { status: 'error' });
  const after = await settled(group);
  expect(after.members).toHaveLength(members.length);
  const before = members.map(({ instance_id }) => instance_id);
  expect(after.members.filter(({ instance_id }) => before.includes(instance_id))).toEqual([]);
  expect(after.last_activity).toMatchObject({ reason: 'replace_unhealthy', status: 'successful' });
});

test('no group is made and none grows then, by a person or by its policy; one may shrink', async () => {
  const policy = { metric: 'cpu', target_percent: 50 };
  const group = await newAsg(me, { min_size: 1, scaling_policy: policy });
  const { desired_capacity } = await settled(group);
  await budgetUsedUp(me.account_id);
  const resize = (to: number) => mine(change, { params: { id: group.id }, body: { desired_capacity: to } });
  const refusals = [await mine(create, { body: asgBody({ name: 'other' }) }), await resize(desired_capacity + 1)];
  for (const { status, headers, body } of refusals) {
    expect([status, headers['x-error-code'], body.error]).toEqual([
      403,
      'quota_exceeded',
      expect.stringMatching(overBudget),
    ]);
  }
  for (const record of await membersOf(group)) await busy(record, { cpu: 90 }, 60);
  await look(group);
  expect(await asgOf(group)).toMatchObject({
    desired_capacity,
    status: 'active',
    failures: 0,
    last_activity: {
      reason: 'failed',
      message: expect.stringMatching(/^cpu is at 90 % .*; not scaled out: the budget of \d{4}-\d\d is used up; PUT/),
    },
  });
  expect((await resize(desired_capacity - 1)).status).toBe(200);
});

test('a person’s growth is 402 where the wallet cannot pay the first hour of what is more; a group may shrink', async () => {
  const group = await newAsg(me, { min_size: 1 });
  const { desired_capacity } = await settled(group);
  const { price_hourly_paise: hourly } = instanceTypeById.get(group.instance_type_id) as InstanceType;
  const pay = (available_paise: number) => transact([update(keys.wallet(me.account_id), { set: { available_paise } })]);
  const resize = (to: number, query = {}) =>
    mine(change, { params: { id: group.id }, query, body: { desired_capacity: to, max_size: 9 } });
  await pay(2 * hourly - 1);
  for (const query of [{}, { dry_run: 'true' }]) {
    const { status, headers, body } = await resize(desired_capacity + 2, query);
    expect([status, headers['x-error-code']]).toEqual([402, 'insufficient_balance']);
    expect(body.error).toMatch(new RegExp(`needed for one hour of 2 × ${group.instance_type_id}; top up$`));
  }
  expect(await asgOf(group)).toMatchObject({ desired_capacity, max_size: group.max_size });
  expect((await resize(desired_capacity - 1)).status).toBe(200);
  await pay(2 * hourly);
  expect((await resize(desired_capacity + 1)).status).toBe(200);
});
