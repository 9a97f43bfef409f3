import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as reboot } from '#functions/compute/instances/reboot.ts';
import { handler as start } from '#functions/compute/instances/start.ts';
import { handler as stop } from '#functions/compute/instances/stop.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { handler as deadlines } from '#functions/scheduled/deadlines.ts';
import { workflowStatus } from '#lib/drivers/workflows/start.ts';
import type { Handler } from '#lib/edge/route.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { getSnapshot } from '#lib/store/compute/snapshots.ts';
import { keys } from '#lib/store/keys.ts';
import { putDeadline } from '#lib/store/platform/outbox.ts';
import { transact } from '#lib/store/platform/write.ts';
import { call } from '#lib/testing/functions/call.ts';
import { createdSnapshot } from '#test/support/compute/disks.ts';
import { launched, recordOf } from '#test/support/compute/instances.ts';
import { forever } from '#test/support/hosts/scripted-driver.ts';
import { openScriptedPlatform, type ScriptedPlatform } from '#test/support/hosts/scripted-platform.ts';
import { deadlineOver } from '#test/support/table/overdue.ts';
import { partition } from '#test/support/table/state.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

let stage: ScriptedPlatform;
let before: Awaited<ReturnType<ScriptedPlatform['held']>>;
beforeAll(async () => {
  stage = await openScriptedPlatform();
});
afterAll(() => stage.close());
beforeEach(async () => {
  before = await stage.held();
});

/** Runs something as if the workflows had no names: what is begun is never started. */
async function unstarted<T>(work: () => Promise<T>): Promise<T> {
  const names = Object.entries(process.env).filter(([name]) => name.startsWith('STATE_MACHINE_'));
  for (const [name] of names) delete process.env[name];
  return work().finally(() => Object.assign(process.env, Object.fromEntries(names)));
}

const operationOf = async (instance: Pick<Instance, 'account_id' | 'id'>) =>
  (await recordOf(instance)).operation?.id ?? '';
const ask = (handler: Handler, id: string) => call(handler, { bearer: stage.caller.bearer, params: { id } });

/** Ends the operation that holds the instance by the scheduled task, `seconds` after its deadline. */
async function giveUp(instance: Pick<Instance, 'account_id' | 'id'>, seconds = 1): Promise<string> {
  const operation = await operationOf(instance);
  await deadlineOver(operation, seconds);
  await deadlines();
  return operation;
}

test('a launch without a workflow becomes an error, and gives back what it held', async () => {
  const instance = await unstarted(() => launched(stage.caller));
  await deadlines();
  expect((await recordOf(instance)).status).toBe('provisioning');
  const operation = await giveUp(instance);
  expect(await recordOf(instance)).toMatchObject({
    status: 'error',
    status_reason: 'launch did not finish in time',
    placed: false,
    operation: null,
  });
  expect(await stage.held()).toEqual({ ...before, instances: before.instances + 1, vcpus: before.vcpus + 1 });
  expect(await partition(keys.deadline(operation).pk)).toEqual([]);
  await eventually(() => stage.callsOf(instance.id).includes('destroy'));
});

const operations = [
  ['start', start, 'stopped'],
  ['stop', stop, 'running'],
  ['reboot', reboot, 'running'],
] as const;

test.each(operations)('a %s without a workflow becomes an error on its disk', async (kind, handler, from) => {
  const instance = await stage.settledIn(from);
  await unstarted(() => ask(handler, instance.id));
  await giveUp(instance);
  const reason = `${kind} did not finish in time`;
  expect(await recordOf(instance)).toMatchObject({ status: 'error', status_reason: reason, has_disk: true });
});

test('a snapshot without a workflow becomes an error, and its instance runs on', async () => {
  const instance = await stage.settledIn('running');
  const snapshot = await unstarted(() => createdSnapshot(stage.caller, instance.id));
  const operation = await giveUp(instance);
  expect(await getSnapshot(instance.account_id, snapshot.id)).toMatchObject({
    status: 'error',
    status_reason: 'create snapshot failed: it did not finish in time',
    operation: null,
  });
  expect(await recordOf(instance)).toMatchObject({ status: 'running', operation: null, task: null });
  expect(await partition(keys.deadline(operation).pk)).toEqual([]);
});

test('a terminate without a workflow ends terminated, with everything given back', async () => {
  const instance = await stage.settledIn('running');
  await unstarted(() => ask(terminate, instance.id));
  await giveUp(instance);
  expect((await recordOf(instance)).status).toBe('terminated');
  expect(await stage.held()).toEqual(before);
  await eventually(() => !stage.driver.machines.has(instance.id));
});

/** Waits until the host works on the instance's operation, for which the workflow of this name waits. */
async function underWay(instance: Pick<Instance, 'account_id' | 'id'>, machine: string, call: string): Promise<string> {
  await expect
    .poll(() => stage.driver.calls.some((line) => line.startsWith(call) && line.includes(instance.id)))
    .toBe(true);
  const operation = await operationOf(instance);
  expect(await workflowStatus(machine, operation)).toBe('RUNNING');
  return operation;
}

test.each(operations)(
  'a workflow of a %s that still runs is left to itself for ten minutes more',
  async (kind, handler, from) => {
    const instance = await stage.settledIn(from);
    stage.driver.next(kind, forever);
    await ask(handler, instance.id);
    const operation = await underWay(instance, kind, kind);
    await giveUp(instance, 599);
    expect(await operationOf(instance)).toBe(operation);
    await giveUp(instance, 601);
    expect(await recordOf(instance)).toMatchObject({ status: 'error', operation: null });
  },
);

test('so is a workflow of a disk, whose snapshot is then in error', async () => {
  const instance = await stage.settledIn('running');
  stage.driver.next('createSnapshot', forever);
  const { id } = await createdSnapshot(stage.caller, instance.id);
  const operation = await underWay(instance, 'disk', 'createSnapshot');
  await giveUp(instance, 599);
  expect(await getSnapshot(instance.account_id, id)).toMatchObject({
    status: 'creating',
    operation: { id: operation },
  });
  await giveUp(instance, 601);
  expect((await getSnapshot(instance.account_id, id))?.status).toBe('error');
  expect(await recordOf(instance)).toMatchObject({ status: 'running', operation: null });
});

test('a launch whose workflow still runs is left to itself as long, and then the workflow settles nothing', async () => {
  stage.driver.next('create', forever);
  const instance = await launched(stage.caller);
  await expect.poll(() => stage.callsOf(instance.id)).toHaveLength(1);
  await giveUp(instance, 599);
  expect((await recordOf(instance)).status).toBe('provisioning');
  const operation = await giveUp(instance, 601);
  expect(await recordOf(instance)).toMatchObject({ status: 'error', placed: false });
  const input = { operation, account_id: instance.account_id, instance_id: instance.id, options: {}, result: {} };
  await stage.workflows.task('launchSettle', input);
  expect((await recordOf(instance)).status).toBe('error');
});

test('a deadline whose operation is over is forgotten', async () => {
  const { account_id, id } = await stage.settledIn('running');
  const deadline = { operation: 'op-over', machine: 'stop', account_id, instance_id: id, due: Date.now() - 1 };
  await transact([putDeadline(deadline)]);
  await deadlines();
  expect(await partition(keys.deadline('op-over').pk)).toEqual([]);
  expect((await recordOf({ account_id, id })).status).toBe('running');
});
