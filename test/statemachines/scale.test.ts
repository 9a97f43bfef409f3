import { afterAll, beforeAll, expect, test } from 'vitest';
import { handler as remove } from '#functions/compute/asg/delete.ts';
import { handler as refresh } from '#functions/compute/asg/refresh.ts';
import { handler as show } from '#functions/compute/asg/show.ts';
import { handler as update } from '#functions/compute/asg/update.ts';
import { handler as put } from '#functions/compute/autoscaling/put.ts';
import { handler as stop } from '#functions/compute/instances/stop.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { handler as autoscaleSchedule } from '#functions/scheduled/autoscale.ts';
import { handler as scalingSchedule } from '#functions/scheduled/scaling.ts';
import { workflowStatus } from '#lib/drivers/workflows/start.ts';
import type { Asg } from '#lib/model/compute/asg.ts';
import { readRule } from '#lib/store/compute/autoscale-rules.ts';
import { getInstance } from '#lib/store/compute/instances.ts';
import { call } from '#lib/testing/functions/call.ts';
import { advanceClock } from '#lib/testing/functions/clock.ts';
import { asgOf, newAsg } from '#test/support/compute/asgs.ts';
import { busy } from '#test/support/compute/busy.ts';
import { launched } from '#test/support/compute/instances.ts';
import { failing } from '#test/support/hosts/scripted-driver.ts';
import { openScriptedPlatform, type ScriptedPlatform } from '#test/support/hosts/scripted-platform.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

let stage: ScriptedPlatform;
beforeAll(async () => {
  // No pause between two evaluations.
  stage = await openScriptedPlatform((text) => text.replaceAll('"Seconds":"{% $pause %}"', '"Seconds":0'));
});
afterAll(() => stage.close());

const at = ({ id }: Pick<Asg, 'id'>) => ({ bearer: stage.caller.bearer, params: { id } });
const settles = (group: Asg, status: string) =>
  eventually(async () => {
    const record = await asgOf(group);
    return record.status === status ? record : undefined;
  });
const first = async (group: Asg) => String((await asgOf(group)).members[0]?.instance_id);
/** The operations of a group's workflows so far. */
const workflowsOf = ({ id }: Asg): string[] => [
  ...new Set(
    stage.workflows.calls
      .filter(({ payload }) => payload.asg_id === id)
      .map(({ payload }) => String(payload.operation)),
  ),
];
const gone = (group: Asg) => eventually(async () => (await call(show, at(group))).status === 404);

test('a group comes up, replaces what is terminated by hand, and goes, all by its workflow', async () => {
  const before = await stage.held();
  const group = await newAsg(stage.caller, { name: 'life' });
  const { members } = await settles(group, 'active');
  expect(members.map(({ state, healthy }) => [state, healthy])).toEqual([
    ['in_service', true],
    ['in_service', true],
  ]);
  const [first = { instance_id: '' }] = members;
  await call(terminate, { bearer: stage.caller.bearer, params: { id: first.instance_id } });
  await expect
    .poll(async () => (await asgOf(group)).members.map((one) => one.instance_id))
    .not.toContain(first.instance_id);
  const after = await settles(group, 'active');
  expect(after.members).toHaveLength(2);
  expect(after.members.map(({ instance_id }) => instance_id)).not.toContain(first.instance_id);
  await call(remove, at(group));
  await gone(group);
  expect(await stage.held()).toEqual(before);
  await expect.poll(() => stage.loose()).toEqual([]);
});

test('a member that a client stops is replaced at once, by a workflow that the stop starts', async () => {
  const group = await newAsg(stage.caller, { name: 'stopped', desired_capacity: 1 });
  await settles(group, 'active');
  const member = await first(group);
  const before = workflowsOf(group);
  const reply = await call(stop, { bearer: stage.caller.bearer, params: { id: member }, body: {} });
  expect([reply.status, reply.body.status]).toEqual([200, 'stopping']);
  await expect.poll(() => first(group)).not.toBe(member);
  expect((await stage.settled(member)).status).toBe('terminated');
  const glance = stage.workflows.calls.find(({ payload }) => payload.asg_id === group.id && payload.glance);
  expect(before).not.toContain(glance?.payload.operation);
  await expect.poll(() => workflowStatus('scale', String(glance?.payload.operation))).toBe('SUCCEEDED');
  expect((await settles(group, 'active')).members).toHaveLength(1);
  await call(remove, at(group));
  await gone(group);
});

test('a refresh replaces every member, by a workflow that it starts', async () => {
  const group = await newAsg(stage.caller, { name: 'fresh', desired_capacity: 1 });
  await settles(group, 'active');
  const member = await first(group);
  const before = workflowsOf(group);
  const reply = await call(refresh, at(group));
  expect([reply.status, reply.body.status]).toEqual([200, 'scaling']);
  const { members } = await settles(group, 'active');
  expect(members.map(({ state, instance_id }) => [state, instance_id === member])).toEqual([['in_service', false]]);
  expect((await stage.settled(member)).status).toBe('terminated');
  const [started = ''] = workflowsOf(group).filter((operation) => !before.includes(operation));
  await expect.poll(() => workflowStatus('scale', started)).toBe('SUCCEEDED');
  await call(remove, at(group));
  await gone(group);
});

test('machines that do not boot are given up and tried again; the third in a row is an error', async () => {
  const before = await stage.held();
  stage.driver.next('create', ...Array.from({ length: 3 }, () => failing('INVALID', 'no such disk')));
  const group = await newAsg(stage.caller, { name: 'broken', desired_capacity: 1 });
  for (let failures = 1; failures <= 3; failures++) {
    await expect.poll(async () => (await asgOf(group)).failures).toBe(failures);
    expect((await asgOf(group)).status).toBe(failures < 3 ? 'scaling' : 'error');
    advanceClock(10 * failures + 1);
    await scalingSchedule();
  }
  const failed = await asgOf(group);
  expect(failed.last_activity).toMatchObject({
    reason: 'failed',
    status: 'failed',
    message: expect.stringMatching(/^instance i-\w+: launch failed: no such disk$/),
  });
  expect(failed.status_reason).toMatch(/^3 launches in a row failed: .*no such disk; PATCH the group to try again$/);
  expect(stage.driver.scripts.create).toEqual([]);
  await call(update, { ...at(group), body: {} });
  expect(await settles(group, 'active')).toMatchObject({ failures: 0, status_reason: null });
  await call(remove, at(group));
  await gone(group);
  expect(await stage.held()).toEqual(before);
});

const vertical = {
  metric: 'ram',
  scale_up_percent: 70,
  scale_down_percent: 10,
  min_instance_type_id: 's1-nano',
  max_instance_type_id: 's1-micro',
};

test('a busy instance is stopped, resized and started by the rule and its workflow', async () => {
  const instance = await launched(stage.caller, { name: 'vertical' });
  await stage.settled(instance.id);
  await call(put, { bearer: stage.caller.bearer, params: { id: instance.id }, body: vertical });
  await busy(instance, { ram: 95 });
  await autoscaleSchedule();
  const { account_id, id } = instance;
  await expect.poll(async () => (await readRule(account_id, id)).rule?.change).toBe(null);
  expect(await getInstance(account_id, id)).toMatchObject({ status: 'running', instance_type_id: 's1-micro' });
  expect(stage.callsOf(id)).toEqual(['create', 'stop within 60000', 'start']);
  // The rule keeps the disk, so that it can go down again.
  expect(stage.driver.specs.get(id)).toMatchObject({ ram_mib: 1024, disk_gib: 10 });
  await call(terminate, { bearer: stage.caller.bearer, params: { id } });
  await stage.settled(id);
});

test('a workflow whose change is over begins no other, which is for the scheduled task', async () => {
  const instance = await launched(stage.caller, { name: 'late' });
  const { account_id, id } = await stage.settled(instance.id);
  await call(put, { bearer: stage.caller.bearer, params: { id }, body: vertical });
  await busy(instance, { ram: 95 });
  const before = await readRule(account_id, id);
  const late = { operation: 'op-late', account_id, instance_id: id };
  for (const turn of [0, 1])
    expect(await stage.workflows.task('scaleStep', { ...late, turn })).toEqual({ wait_seconds: 0 });
  expect(await readRule(account_id, id)).toEqual(before);
  await autoscaleSchedule();
  expect((await readRule(account_id, id)).rule?.last_decision).toMatchObject({ from: 's1-nano', to: 's1-micro' });
  await expect.poll(async () => (await readRule(account_id, id)).rule?.change).toBe(null);
  await call(terminate, { bearer: stage.caller.bearer, params: { id } });
  await stage.settled(id);
});
