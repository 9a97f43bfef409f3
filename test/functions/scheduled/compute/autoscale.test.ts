import { afterAll, beforeAll, expect, test } from 'vitest';
import { handler as put } from '#functions/compute/autoscaling/put.ts';
import { handler as autoscale } from '#functions/scheduled/autoscale.ts';
import { workflowStatus } from '#lib/drivers/workflows/start.ts';
import { readRule } from '#lib/store/compute/autoscale-rules.ts';
import { call } from '#lib/testing/functions/call.ts';
import { busy } from '#test/support/compute/busy.ts';
import { openScriptedPlatform, type ScriptedPlatform } from '#test/support/hosts/scripted-platform.ts';

let stage: ScriptedPlatform;
beforeAll(async () => {
  stage = await openScriptedPlatform();
});
afterAll(() => stage.close());

const rule = {
  metric: 'ram',
  scale_up_percent: 70,
  scale_down_percent: 10,
  min_instance_type_id: 's1-nano',
  max_instance_type_id: 's1-micro',
};

/** The status of the workflow that a task was called for last. */
const endOf = (machine: string, task: string): Promise<string> => {
  const found = stage.workflows.calls.findLast(({ name }) => name === task);
  return workflowStatus(machine, String(found?.payload.operation));
};

test('a change whose workflow does not run is carried on by the schedule: stopped, resized and started', async () => {
  const instance = await stage.settledIn('running');
  const { account_id, id } = instance;
  const change = async () => (await readRule(account_id, id)).rule?.change;
  await call(put, { bearer: stage.caller.bearer, params: { id }, body: rule });
  await busy(instance, { ram: 95 });
  // Without a name nothing starts the workflow that follows the change.
  delete process.env.STATE_MACHINE_SCALE;
  await autoscale();
  expect(await change()).toEqual({ from: 's1-nano', to: 's1-micro' });
  expect(await stage.settled(id)).toMatchObject({ status: 'stopped', instance_type_id: 's1-nano' });
  await expect.poll(() => endOf('stop', 'stopShutDown')).toBe('SUCCEEDED');
  await autoscale();
  expect(await stage.settled(id)).toMatchObject({ status: 'running', instance_type_id: 's1-micro' });
  await expect.poll(() => endOf('start', 'startBoot')).toBe('SUCCEEDED');
  expect(await change()).not.toBeNull();
  await autoscale();
  expect(await change()).toBeNull();
  expect(stage.callsOf(id)).toEqual(['create', 'stop within 60000', 'start']);
  expect(stage.workflows.calls.filter(({ name }) => name === 'scaleStep')).toEqual([]);
});
