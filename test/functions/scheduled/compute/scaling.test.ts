import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { handler as scaling } from '#functions/scheduled/scaling.ts';
import { workflowStatus } from '#lib/drivers/workflows/start.ts';
import type { Asg } from '#lib/model/compute/asg.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { asgOf, membersOf, newAsg } from '#test/support/compute/asgs.ts';
import { busy } from '#test/support/compute/busy.ts';
import { openScriptedPlatform, type ScriptedPlatform } from '#test/support/hosts/scripted-platform.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

let stage: ScriptedPlatform;
beforeAll(async () => {
  stage = await openScriptedPlatform();
});
afterEach(resetClock);
afterAll(() => stage.close());

const settled = (group: Asg) =>
  eventually(async () => {
    const record = await asgOf(group);
    return record.status === 'active' && record;
  });
const load = async (group: Asg, cpu: number) => {
  for (const record of await membersOf(group)) await busy(record, { cpu }, 60);
};
/** The operations of a group's workflows so far. */
const workflowsOf = ({ id }: Asg): Set<string> =>
  new Set(
    stage.workflows.calls
      .filter(({ payload }) => payload.asg_id === id)
      .map(({ payload }) => String(payload.operation)),
  );

/** Looks at the groups by the schedule, and waits for the workflow that it has follow this one. */
async function followed(group: Asg): Promise<void> {
  const before = workflowsOf(group);
  await scaling();
  const operation = await eventually(() => [...workflowsOf(group).difference(before)][0]);
  await settled(group);
  await expect.poll(() => workflowStatus('scale', operation)).toBe('SUCCEEDED');
}

test('a busy group grows and an idle one shrinks by the schedule, which has a workflow follow each change', async () => {
  const group = await newAsg(stage.caller, {
    min_size: 1,
    desired_capacity: 1,
    scaling_policy: { metric: 'cpu', target_percent: 50, cooldown_seconds: 60 },
  });
  const {
    members: [first],
  } = await settled(group);
  await load(group, 90);
  await followed(group);
  expect(await asgOf(group)).toMatchObject({ desired_capacity: 2, members: { length: 2 } });
  advanceClock(120);
  await load(group, 1);
  const terminations = () => stage.workflows.calls.filter(({ name }) => name === 'terminateDestroy');
  expect(terminations()).toEqual([]);
  await followed(group);
  const { members, last_activity } = await asgOf(group);
  expect(members.map(({ instance_id }) => instance_id)).not.toContain(first?.instance_id);
  expect([members.length, last_activity?.reason]).toEqual([1, 'scale_in']);
  expect(terminations().map(({ payload }) => payload.instance_id)).toEqual([first?.instance_id]);
  expect((await stage.settled(String(first?.instance_id))).status).toBe('terminated');
});
