import { describe, expect, test } from 'vitest';
import { handler as activities } from '#functions/compute/asg/activities.ts';
import { handler as refresh } from '#functions/compute/asg/refresh.ts';
import { handler as show } from '#functions/compute/asg/show.ts';
import { handler as update } from '#functions/compute/asg/update.ts';
import { handler as stop } from '#functions/compute/instances/stop.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import type { Asg } from '#lib/model/compute/asg.ts';
import { getInstance } from '#lib/store/compute/instances.ts';
import { keys } from '#lib/store/keys.ts';
import { advanceClock } from '#lib/testing/functions/clock.ts';
import { me, mine, useOwner } from '#test/functions/compute/owner.ts';
import { asgOf, look, machinesArrive, membersOf, newAsg, settled } from '#test/support/compute/asgs.ts';
import { putInto } from '#test/support/compute/instances.ts';
import { partition } from '#test/support/table/state.ts';

useOwner();

const at = (group: Asg) => ({ params: { id: group.id } });
const history = async (group: Asg) => (await mine(activities, at(group))).body.activities;
const ids = async (group: Asg) => (await asgOf(group)).members.map(({ instance_id }) => instance_id);

test('a new group launches what it should have, and is active once that is in service', async () => {
  const group = await newAsg(me, { user_data: '#!/bin/sh\ntrue\n' });
  expect(group).toMatchObject({ status: 'scaling', current_size: 0, instances: [], last_activity: { to: 2 } });
  await look(group);
  const launched = await membersOf(group);
  expect(launched).toHaveLength(2);
  for (const record of launched) {
    expect(record).toMatchObject({ status: 'provisioning', asg_id: group.id, instance_type_id: 's1-nano' });
    expect(record.name).toMatch(/^web-[2-9a-z]{6}$/);
  }
  expect((await mine(show, at(group))).body).toMatchObject({
    status: 'scaling',
    current_size: 2,
    instances: launched.map(({ id }) => ({ instance_id: id, lifecycle_state: 'pending', health: 'unknown' })),
  });
  await machinesArrive(group);
  await look(group);
  expect((await mine(show, at(group))).body).toMatchObject({
    status: 'active',
    current_size: 2,
    instances: launched.map(({ id }) => ({ instance_id: id, lifecycle_state: 'in_service', health: 'healthy' })),
    last_activity: { reason: 'config_change', from: 0, to: 2, status: 'successful' },
  });
  expect(await history(group)).toMatchObject([{ message: 'desired capacity set to 2', status: 'successful' }]);
});

test('looking at a group that is as it should be writes nothing', async () => {
  const group = await newAsg(me);
  const { version } = await settled(group);
  await look(group);
  expect((await asgOf(group)).version).toBe(version);
});

test('of many looks at once, each launch is made once', async () => {
  const group = await newAsg(me, { desired_capacity: 4 });
  await Promise.all(Array.from({ length: 5 }, () => look(group)));
  expect(await ids(group)).toHaveLength(4);
  expect(await partition(keys.listed(me.account_id, 'instance', '').pk)).toHaveLength(4);
});

describe('a member that does badly', () => {
  test.each([
    ['was stopped', async (id: string) => void (await mine(stop, { params: { id }, body: {} }))],
    ['was terminated', async (id: string) => void (await mine(terminate, { params: { id } }))],
    ['is in error', async (id: string) => void (await putInto({ account_id: me.account_id, id }, { status: 'error' }))],
  ])('is replaced: it %s', async (_, hurt) => {
    const group = await newAsg(me);
    await settled(group);
    const [first = '', second = ''] = await ids(group);
    await hurt(first);
    await look(group);
    expect((await asgOf(group)).status).toBe('scaling');
    const after = await settled(group);
    expect(after.members.map(({ instance_id }) => instance_id)).toEqual([second, expect.not.stringMatching(first)]);
    expect(after.last_activity).toMatchObject({ reason: 'replace_unhealthy', to: 2, status: 'successful' });
    expect(['terminated', undefined]).toContain((await getInstance(me.account_id, first))?.status);
  });

  test('is given time where its host is only out of sight', async () => {
    const group = await newAsg(me);
    await settled(group);
    const [first = ''] = await ids(group);
    await putInto(
      { account_id: me.account_id, id: first },
      { ssh_ready: false, status_reason: 'host h does not answer' },
    );
    await look(group);
    expect((await asgOf(group)).members[0]).toMatchObject({ state: 'in_service', healthy: false });
    await putInto({ account_id: me.account_id, id: first }, { ssh_ready: true, status_reason: null });
    await look(group);
    expect((await asgOf(group)).members[0]).toMatchObject({ healthy: true, unwell_since: null });
    await putInto(
      { account_id: me.account_id, id: first },
      { ssh_ready: false, status_reason: 'host h does not answer' },
    );
    await look(group);
    advanceClock(121);
    await settled(group);
    expect(await ids(group)).not.toContain(first);
  });

  test('stays where it is protected', async () => {
    const group = await newAsg(me);
    await settled(group);
    const [first = ''] = await ids(group);
    await putInto({ account_id: me.account_id, id: first }, { status: 'stopped', termination_protection: true });
    await look(group);
    expect(await ids(group)).toContain(first);
    expect((await getInstance(me.account_id, first))?.status).toBe('stopped');
  });
});

test('a larger group launches the difference; a smaller one loses the unhealthy first, then the oldest', async () => {
  const group = await newAsg(me);
  await settled(group);
  const [oldest, second] = await ids(group);
  expect((await mine(update, { ...at(group), body: { desired_capacity: 4 } })).body).toMatchObject({
    status: 'scaling',
    desired_capacity: 4,
  });
  await settled(group);
  const [, , third, fourth] = await ids(group);
  await mine(update, { ...at(group), body: { desired_capacity: 2 } });
  await settled(group);
  expect(await ids(group)).toEqual([third, fourth]);
  expect(await ids(group)).not.toContain(oldest);
  expect(await ids(group)).not.toContain(second);
});

test('a refresh replaces every member, by a new one first where there is room', async () => {
  const group = await newAsg(me, { max_size: 3 });
  await settled(group);
  const before = await ids(group);
  await mine(update, { ...at(group), body: { instance_type_id: 's1-micro' } });
  await settled(group);
  expect(await ids(group)).toEqual(before);
  expect((await mine(refresh, at(group))).body.status).toBe('scaling');
  await look(group);
  expect(await ids(group)).toHaveLength(3);
  await settled(group);
  expect((await ids(group)).filter((id) => before.includes(id))).toEqual([]);
  expect((await membersOf(group)).map(({ instance_type_id }) => instance_type_id)).toEqual(['s1-micro', 's1-micro']);
});

test('a refresh at full size takes one out before it launches one', async () => {
  const group = await newAsg(me, { max_size: 2 });
  await settled(group);
  const before = await ids(group);
  await mine(refresh, at(group));
  for (let round = 0; round < 20 && (await asgOf(group)).status !== 'active'; round++) {
    await look(group);
    const { members } = await asgOf(group);
    expect(members.filter(({ state }) => state !== 'terminating').length).toBeLessThanOrEqual(2);
    await machinesArrive(group);
  }
  expect((await ids(group)).filter((id) => before.includes(id))).toEqual([]);
});
