import { expect, test } from 'vitest';
import { handler as remove } from '#functions/compute/autoscaling/delete.ts';
import { handler as events } from '#functions/compute/instances/events.ts';
import { handler as tick } from '#functions/scheduled/autoscale.ts';
import { advanceClock } from '#lib/testing/functions/clock.ts';
import { instance, mine } from '#test/functions/compute/owner.ts';
import { busy } from '#test/support/compute/busy.ts';
import { putInto, up } from '#test/support/compute/instances.ts';
import { state } from '#test/support/table/state.ts';
import { arrives, now, params, rule, set, useScaled } from './support.ts';

useScaled();

test('a busy instance is stopped, resized and started again, and the cooldown begins', async () => {
  await set();
  await busy(instance, { cpu: 90 });
  await tick();
  expect(await now()).toMatchObject({ status: 'stopping', instance_type_id: 's1-small' });
  const reason = 'cpu was at 90 % for 300 seconds (at least 80 %)';
  expect(await rule()).toMatchObject({
    change: { from: 's1-small', to: 's1-medium' },
    last_decision: { from: 's1-small', to: 's1-medium', reason },
  });
  expect(await mine(remove, params())).toMatchObject({ status: 409, headers: { 'retry-after': '5' } });
  await arrives();
  await tick();
  expect(await now()).toMatchObject({
    status: 'starting',
    instance_type_id: 's1-medium',
    ram: 4096,
    disk: 30,
  });
  await arrives();
  expect(await tick()).toEqual({ next_at: expect.stringMatching(/Z$/) });
  expect(await rule()).toMatchObject({ change: null, operation: null, last_decision: { reason } });
  const kinds = (await mine(events, params())).body.events.map(({ type, actor }: Record<string, string>) => [
    type,
    actor,
  ]);
  expect(kinds.slice(0, 3)).toEqual([
    ['start', 'autoscale rule'],
    ['resize', 'autoscale rule'],
    ['stop', 'autoscale rule'],
  ]);
  await busy(instance, { cpu: 90 });
  await tick();
  expect((await now()).status).toBe('running');
  advanceClock(901);
  await busy(instance, { cpu: 90 });
  await tick();
  expect((await rule()).change).toEqual({ from: 's1-medium', to: 's1-large' });
});

test('of two scheduled tasks at once, one acts', async () => {
  await set();
  await busy(instance, { cpu: 90 });
  await Promise.all([tick(), tick(), tick()]);
  const { version, status } = await now();
  expect(status).toBe('stopping');
  expect(version).toBe(3);
});

/** The table, but for what asks the host for the loads of its machines. */
const untouched = async () =>
  (await state()).filter(({ sk }) => sk !== 'LOADS').map(({ loads_until: _, ...item }) => item);

test.each([
  ['it is neither busy nor idle', {}, { cpu: 50 }],
  ['the other metric is high', {}, { ram: 99, cpu: 50 }],
  ['the rule is off', { enabled: false }, { cpu: 99 }],
  ['it has the largest type', { max_instance_type_id: 's1-small' }, { cpu: 99 }],
  ['it has the smallest type', { min_instance_type_id: 's1-small' }, { cpu: 1 }],
])('nothing is done or written where %s', async (_, changes, usage) => {
  await set(changes);
  await busy(instance, usage);
  const before = await untouched();
  await tick();
  expect(await untouched()).toEqual(before);
});

test('nothing is done where less than half of the time was sampled, nor in any status but running', async () => {
  await set();
  await busy(instance, { cpu: 99 }, 60);
  await tick();
  expect((await now()).status).toBe('running');
  await busy(instance, { cpu: 99 });
  await putInto(instance, { status: 'stopped' });
  await tick();
  expect((await rule()).change).toBeNull();
});

test('an idle instance goes down with its disk, and up again where it is busy', async () => {
  await set();
  const resizes = async (usage: number) => {
    await busy(instance, { cpu: usage });
    await tick();
    await arrives();
    await tick();
    await arrives();
    await tick();
    const { status, instance_type_id, disk } = await now();
    const { change, last_decision } = await rule();
    advanceClock(901);
    return [status, instance_type_id, disk, change, last_decision?.reason];
  };
  const low = 'cpu was at 2 % for 300 seconds (at most 20 %)';
  expect(await resizes(2)).toEqual(['running', 's1-micro', 30, null, low]);
  expect(await resizes(2)).toEqual(['running', 's1-nano', 30, null, low]);
  expect(await resizes(2)).toEqual(['running', 's1-nano', 30, null, low]);
  const high = 'cpu was at 95 % for 300 seconds (at least 80 %)';
  expect(await resizes(95)).toEqual(['running', 's1-micro', 30, null, high]);
  expect(await resizes(95)).toEqual(['running', 's1-small', 30, null, high]);
});

test('a recommendation is noted once a cooldown, and nothing is touched', async () => {
  await set({ mode: 'recommend' });
  await busy(instance, { cpu: 90 });
  const before = await now();
  await tick();
  const first = await rule();
  expect(first).toMatchObject({ change: null, last_decision: { from: 's1-small', to: 's1-medium' } });
  await tick();
  expect(await rule()).toEqual(first);
  expect(await now()).toEqual(before);
});

test('a window keeps changes to its minutes, in the time of India', async () => {
  const india = new Date(Date.now() + 5.5 * 3_600_000);
  const hour = india.getUTCHours();
  await set({ window: `* ${(hour + 2) % 24} * * *` });
  await busy(instance, { cpu: 90 });
  await tick();
  expect((await now()).status).toBe('running');
  await set({ window: `* ${hour},${(hour + 1) % 24} * * *` });
  await tick();
  expect((await now()).status).toBe('stopping');
});

test('somebody who starts it in between has the last word', async () => {
  await set();
  await busy(instance, { cpu: 90 });
  await tick();
  await arrives();
  await putInto(instance, up);
  await tick();
  expect(await rule()).toMatchObject({
    change: null,
    last_decision: { reason: expect.stringContaining('it ended as s1-small in status running') },
  });
});
