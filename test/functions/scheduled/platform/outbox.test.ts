import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handler as outbox } from '#functions/scheduled/outbox.ts';
import { workflowStatus } from '#lib/drivers/workflows/start.ts';
import { keys } from '#lib/store/keys.ts';
import { putIntent } from '#lib/store/platform/outbox.ts';
import { transact } from '#lib/store/platform/write.ts';
import { launched, recordOf } from '#test/support/compute/instances.ts';
import { openScriptedPlatform, type ScriptedPlatform } from '#test/support/hosts/scripted-platform.ts';
import { intentOverdue } from '#test/support/table/overdue.ts';
import { partition } from '#test/support/table/state.ts';

let stage: ScriptedPlatform;
beforeAll(async () => {
  stage = await openScriptedPlatform();
});
afterAll(() => stage.close());

/** Runs `work` while no server listens at the endpoint of Step Functions. */
async function withoutStepFunctions<T>(work: () => Promise<T>): Promise<T> {
  const { endpoint } = stage.workflows.engine;
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  process.env.AWS_ENDPOINT_URL_SFN = `http://127.0.0.1:${port}`;
  return work().finally(() => {
    process.env.AWS_ENDPOINT_URL_SFN = endpoint;
  });
}

const operationOf = async (instance: { account_id: string; id: string }) =>
  (await recordOf(instance)).operation?.id ?? '';

test('a launch whose workflow could not be started is acknowledged, and the scheduled task starts it', async () => {
  const instance = await withoutStepFunctions(() => launched(stage.caller));
  const operation = await operationOf(instance);
  expect(await workflowStatus('launch', operation)).toBe('absent');
  await outbox();
  expect(await workflowStatus('launch', operation)).toBe('absent');
  await intentOverdue(operation);
  await outbox();
  expect((await stage.settled(instance.id)).status).toBe('running');
  expect(await partition(keys.intent(operation).pk)).toEqual([]);
});

test('a workflow that ended without its first task leaves an intent, which goes', async () => {
  const instance = await stage.settledIn('running');
  const [launch] = stage.workflows.calls.filter(({ payload }) => payload.instance_id === instance.id);
  const operation = String(launch?.payload.operation);
  await expect.poll(() => workflowStatus('launch', operation)).toBe('SUCCEEDED');
  await transact([putIntent({ operation, machine: 'launch', input: {} }, Date.now() - 1)]);
  await outbox();
  expect(await partition(keys.intent(operation).pk)).toEqual([]);
});

test('an intent that cannot be started does not keep the others waiting, and is not forgotten', async () => {
  await transact([putIntent({ operation: 'op-0', machine: 'nonsense', input: {} }, 1)]);
  const instance = await withoutStepFunctions(() => launched(stage.caller));
  await intentOverdue(await operationOf(instance));
  await expect(outbox()).rejects.toThrow('STATE_MACHINE_NONSENSE is not set');
  expect((await stage.settled(instance.id)).status).toBe('running');
  expect(await partition(keys.intent('op-0').pk)).toHaveLength(1);
});

test.each(['launch', 'start', 'stop', 'reboot', 'terminate', 'scale', 'disk', 'empty'])(
  'an overdue intent of the workflow %s is started',
  async (machine) => {
    const operation = `op-overdue-${machine}`;
    await transact([putIntent({ operation, machine, input: { operation } }, Date.now() - 1)]);
    await outbox().catch(() => undefined);
    expect(await workflowStatus(machine, operation)).not.toBe('absent');
  },
);
