import { describe, expect, test } from 'vitest';
import { handler as show } from '#functions/compute/asg/show.ts';
import { handler as tick } from '#functions/scheduled/scaling.ts';
import { desiredFor } from '#lib/domain/compute/asgs/target.ts';
import type { Asg } from '#lib/model/compute/asg.ts';
import { advanceClock } from '#lib/testing/functions/clock.ts';
import { me, mine, useOwner } from '#test/functions/compute/owner.ts';
import { asgOf, look, membersOf, newAsg, settled } from '#test/support/compute/asgs.ts';
import { busy } from '#test/support/compute/busy.ts';

useOwner();

const make = async (policy: object = {}): Promise<Asg> => {
  const group = await newAsg(me, { min_size: 1, scaling_policy: { metric: 'cpu', target_percent: 50, ...policy } });
  await settled(group);
  return group;
};
const load = async (group: Asg, cpu: number) => {
  for (const record of await membersOf(group)) await busy(record, { cpu }, 60);
};

test('a busy group grows to where the target would be met, and again only after the cooldown', async () => {
  const group = await make();
  await load(group, 70);
  await look(group);
  expect((await asgOf(group)).desired_capacity).toBe(3);
  await settled(group);
  expect((await mine(show, { params: { id: group.id } })).body).toMatchObject({
    status: 'active',
    current_size: 3,
    last_activity: {
      reason: 'scale_out',
      from: 2,
      to: 3,
      status: 'successful',
      message: 'cpu is at 70 % of 2 members; the target is 50 %',
    },
  });
  await load(group, 90);
  const asked = Date.now();
  const { next_at } = await tick();
  expect((await asgOf(group)).desired_capacity).toBe(3);
  expect(Date.parse(next_at ?? '')).toBeGreaterThan(asked + 290_000);
  expect(Date.parse(next_at ?? '')).toBeLessThanOrEqual(Date.now() + 300_000);
  advanceClock(301);
  await load(group, 90);
  await tick();
  expect((await asgOf(group)).desired_capacity).toBe(4);
});

test('an idle group shrinks to its least, unless told not to', async () => {
  const group = await make();
  await load(group, 2);
  await settled(group);
  expect(await asgOf(group)).toMatchObject({
    desired_capacity: 1,
    members: { length: 1 },
    last_activity: { reason: 'scale_in', from: 2, to: 1, status: 'successful' },
  });
});

test('of two looks at once one decides', async () => {
  const group = await make();
  await load(group, 99);
  await Promise.all([look(group), look(group), tick()]);
  expect((await asgOf(group)).desired_capacity).toBe(4);
  expect((await asgOf(group)).members).toHaveLength(4);
});

describe('the size that a target asks for', () => {
  const limits = { min_size: 1, max_size: 10, desired_capacity: 4 };
  const policy = { target_percent: 50, scale_in_enabled: true };
  test.each([
    [[50, 50, 50, 50], 4],
    [[54, 54, 54, 54], 4],
    [[56, 56, 56, 56], 5],
    [[100, 100, 100, 100], 8],
    [[46, 46, 46, 46], 4],
    [[30, 30, 30, 30], 3],
    [[0, 0, 0, 0], 1],
    [[null, null, null, null], 4],
    // What is unknown makes it neither grow nor shrink by itself.
    [[60, 60, null, null], 4],
    [[10, null, null, null], 4],
    [[100, 100, 100, null], 6],
  ])('%j: %d', (means, desired) => {
    expect(desiredFor(means, limits, policy).desired).toBe(desired);
  });

  test('never leaves the bounds, and does not shrink where that is off', () => {
    const busyFour = [100, 100, 100, 100];
    expect(desiredFor(busyFour, { ...limits, max_size: 6 }, policy).desired).toBe(6);
    expect(desiredFor([0, 0, 0, 0], { ...limits, min_size: 2 }, policy).desired).toBe(2);
    expect(desiredFor([0, 0, 0, 0], limits, { ...policy, scale_in_enabled: false }).desired).toBe(4);
  });
});
