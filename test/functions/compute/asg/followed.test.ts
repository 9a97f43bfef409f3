import { expect, test } from 'vitest';
import { handler as remove } from '#functions/compute/asg/delete.ts';
import { handler as update } from '#functions/compute/asg/update.ts';
import { handler as stop } from '#functions/compute/instances/stop.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { handler as createBalancer } from '#functions/compute/load-balancers/create.ts';
import { handler as scalingSchedule } from '#functions/scheduled/scaling.ts';
import { type Evaluation, followGroup } from '#lib/domain/compute/asgs/step.ts';
import type { Asg } from '#lib/model/compute/asg.ts';
import type { Intent } from '#lib/store/platform/outbox.ts';
import { advanceClock } from '#lib/testing/functions/clock.ts';
import { allItems } from '#lib/testing/functions/items.ts';
import { me, mine, useOwner } from '#test/functions/compute/owner.ts';
import { expectStatus } from '#test/support/accounts/iam.ts';
import { asgOf, machinesArrive, newAsg, settled } from '#test/support/compute/asgs.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';

/* The workflow of groups, look by look; nothing runs it here, so that what is to be started waits in the outbox. */

useOwner();

const at = ({ id }: { id: string }) => ({ params: { id } });
const intents = async () => (await allItems()).filter(({ sk, machine }) => sk === 'INTENT' && machine === 'scale');
const follow = ({ input }: Pick<Intent, 'input'>, turn = 0) =>
  followGroup({ ...(input as unknown as Evaluation), turn });

/** A group that is as it should be, its workflows done. */
async function steady(changes: object = {}): Promise<Asg> {
  const group = await newAsg(me, changes);
  await settled(group);
  for (const intent of await intents()) await follow(intent as Intent);
  expect(await intents()).toEqual([]);
  return group;
}

test.each([
  ['terminates', terminate],
  ['stops', stop],
])('a group replaces a member at once that somebody %s, by a look of its own workflow', async (_, handler) => {
  const group = await steady();
  const [member = { instance_id: '' }] = (await asgOf(group)).members;
  await expectStatus(200, mine(handler, at({ id: member.instance_id })));
  const [look, ...more] = (await intents()) as (Intent & Record<string, unknown>)[];
  expect([look?.input.asg_id, look?.input.glance, more]).toEqual([group.id, true, []]);
  expect(await follow(look as Intent)).toEqual({ wait_seconds: 0 });
  const { members, last_activity } = await asgOf(group);
  expect(members.map(({ state }) => state)).toEqual(['terminating', 'in_service', 'pending']);
  expect(last_activity).toMatchObject({ reason: 'replace_unhealthy' });
  const [following] = (await intents()) as unknown as Intent[];
  expect(following?.operation).toBe((await asgOf(group)).operation);
});

test('no group looks at an instance of none, nor again at what it does itself', async () => {
  const alone = await launched(me);
  await putInto(alone, up);
  await expectStatus(200, mine(stop, at(alone)));
  expect(await intents()).toEqual([]);
  const group = await steady();
  await expectStatus(200, mine(update, { ...at(group), body: { desired_capacity: 1 } }));
  const [following, ...more] = (await intents()) as unknown as Intent[];
  expect(more).toEqual([]);
  await follow(following as Intent);
  expect((await asgOf(group)).members.map(({ state }) => state)).toContain('terminating');
  expect(await intents()).toEqual([]);
});

test('a group whose members drain is let go until then, and followed to its end as soon as the clock is there', async () => {
  const body = { name: 'front', listeners: [{ protocol: 'http', port: 8000 }] };
  const { id: load_balancer_id } = await expectStatus(201, mine(createBalancer, { body }));
  const group = await steady({ load_balancer_id, backend_port: 8080 });
  await expectStatus(200, mine(remove, at(group)));
  const [first] = (await intents()) as unknown as Intent[];
  const { wait_seconds } = await follow(first as Intent);
  expect(wait_seconds).toBeGreaterThan(20);
  expect(wait_seconds).toBeLessThanOrEqual(30);
  expect(await asgOf(group)).toMatchObject({ status: 'deleting', operation: null });
  expect((await scalingSchedule()).next_at).toMatch(/^20/);
  expect(await intents(), 'nothing for a workflow to do yet').toEqual([]);
  expect(await asgOf(group)).toMatchObject({ status: 'deleting', operation: null });
  advanceClock(31);
  await scalingSchedule();
  const [next] = (await intents()) as unknown as Intent[];
  expect(next?.operation).toBe((await asgOf(group)).operation);
  expect(await follow(first as Intent, 1), 'whom it was taken over from').toEqual({ wait_seconds: 0 });
  expect(await follow(next as Intent)).toEqual({ wait_seconds: 1 });
  await machinesArrive(group);
  expect(await follow(next as Intent, 1)).toEqual({ wait_seconds: 0 });
  await expect(asgOf(group)).rejects.toThrow(`no group ${group.id}`);
});

test('a workflow that another has taken a group over from looks no more', async () => {
  const group = await newAsg(me);
  const [first] = (await intents()) as unknown as Intent[];
  await expectStatus(200, mine(update, { ...at(group), body: { desired_capacity: 1 } }));
  expect(await follow(first as Intent)).toEqual({ wait_seconds: 0 });
  expect((await asgOf(group)).members).toEqual([]);
});
