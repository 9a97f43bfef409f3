import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as stop } from '#functions/compute/instances/stop.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { handler as deadlines } from '#functions/scheduled/deadlines.ts';
import type { Handler } from '#lib/edge/route.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { keys } from '#lib/store/keys.ts';
import { putDeadline } from '#lib/store/platform/outbox.ts';
import { transact } from '#lib/store/platform/write.ts';
import { call } from '#lib/testing/functions/call.ts';
import { eventually } from '#test/support/eventually.ts';
import { launched, recordOf } from '#test/support/instances.ts';
import { deadlineOver } from '#test/support/overdue.ts';
import { forever } from '#test/support/scripted-driver.ts';
import { openStage, type Stage } from '#test/support/stage.ts';
import { partition } from '#test/support/state.ts';

let stage: Stage;
let before: Awaited<ReturnType<Stage['held']>>;
beforeAll(async () => {
  stage = await openStage();
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

test('a stop without a workflow becomes an error on its disk', async () => {
  const instance = await stage.settledIn('running');
  await unstarted(() => ask(stop, instance.id));
  await giveUp(instance);
  const reason = 'stop did not finish in time';
  expect(await recordOf(instance)).toMatchObject({ status: 'error', status_reason: reason, has_disk: true });
});

test('a terminate without a workflow ends terminated, with everything given back', async () => {
  const instance = await stage.settledIn('running');
  await unstarted(() => ask(terminate, instance.id));
  await giveUp(instance);
  expect((await recordOf(instance)).status).toBe('terminated');
  expect(await stage.held()).toEqual(before);
  await eventually(() => !stage.driver.machines.has(instance.id));
});

test('a workflow that still runs is left to itself for ten minutes more, and then it settles nothing', async () => {
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
