import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as update } from '#functions/compute/instances/update.ts';
import { handler as expiry } from '#functions/scheduled/expiry.ts';
import { workflowStatus } from '#lib/drivers/workflows/start.ts';
import { getSnapshot } from '#lib/store/compute/snapshots.ts';
import { keys } from '#lib/store/keys.ts';
import { putExpiry } from '#lib/store/platform/expiries.ts';
import { transact } from '#lib/store/platform/write.ts';
import { call } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { createdSnapshot, settledSnapshot } from '#test/support/compute/disks.ts';
import { launched, recordOf } from '#test/support/compute/instances.ts';
import { openScriptedPlatform, type ScriptedPlatform } from '#test/support/hosts/scripted-platform.ts';
import { partition } from '#test/support/table/state.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

let stage: ScriptedPlatform;
beforeAll(async () => {
  stage = await openScriptedPlatform();
});
afterAll(() => stage.close());
beforeEach(resetClock);

const hour = 3600;
const change = async (id: string, body: object) => {
  // A token lasts a quarter of an hour of the civil clock.
  resetClock();
  const reply = await call(update, { bearer: stage.caller.bearer, params: { id }, body });
  expect(reply.status).toBe(200);
};
async function tickAt(seconds: number) {
  resetClock();
  advanceClock(seconds);
  return expiry();
}
async function living(changes: object) {
  const { id } = await launched(stage.caller, changes);
  return stage.settled(id);
}

test('ends a life of one hour after one hour, and tells when it has something to do', async () => {
  const instance = await living({ ttl_hours: 1 });
  expect(await tickAt(hour - 120)).toEqual({ next_at: instance.expires_at });
  expect((await recordOf(instance)).status).toBe('running');
  await tickAt(hour + 1);
  expect((await stage.settled(instance.id)).status).toBe('terminated');
  const [asked] = (await stage.events(instance.id)).filter(({ type }) => type === 'terminate');
  expect(asked).toMatchObject({ actor: 'system', from: 'running', to: 'terminating' });
  expect(await partition(keys.expiry(instance.id).pk)).toEqual([]);
  expect(await tickAt(hour + 1)).toEqual({ next_at: null });
});

test('protection wins, until it is taken off', async () => {
  const instance = await living({ ttl_hours: 1, termination_protection: true });
  await tickAt(hour + 1);
  expect((await recordOf(instance)).status).toBe('running');
  await change(instance.id, { termination_protection: false });
  await tickAt(hour + 2);
  expect((await stage.settled(instance.id)).status).toBe('terminated');
});

test('a life that was lengthened is not ended, though the index may still say so', async () => {
  const instance = await living({ ttl_hours: 1 });
  await change(instance.id, { ttl_hours: 3 });
  await tickAt(hour + 1);
  const { account_id, id, expires_at } = instance;
  await transact([putExpiry({ account_id, instance_id: id, expires_at: expires_at ?? '' })]);
  await tickAt(hour + 1);
  expect((await recordOf(instance)).status).toBe('running');
  await tickAt(3 * hour + 1);
  expect((await stage.settled(id)).status).toBe('terminated');
});

test('null clears it', async () => {
  const instance = await living({ ttl_hours: 1 });
  await change(instance.id, { ttl_hours: null });
  expect((await recordOf(instance)).expires_at).toBeNull();
  await tickAt(1000 * hour);
  expect((await recordOf(instance)).status).toBe('running');
});

test('a snapshot whose days are over is deleted by its workflow, with its bytes', async () => {
  const { id: instance } = await living({});
  const { id } = await createdSnapshot(stage.caller, instance, { retain_days: 1 });
  const { account_id, expires_at } = await settledSnapshot(stage.caller, id);
  expect(await tickAt(24 * hour - 60)).toEqual({ next_at: expires_at });
  expect((await getSnapshot(account_id, id))?.status).toBe('available');
  await tickAt(24 * hour + 60);
  await eventually(async () => !(await getSnapshot(account_id, id)));
  expect(stage.driver.snapshots.has(id)).toBe(false);
  expect(await partition(keys.expiry(id).pk)).toEqual([]);
  const [work] = stage.workflows.calls.filter(({ payload }) => payload.instance_id === id);
  await expect.poll(() => workflowStatus('disk', String(work?.payload.operation))).toBe('SUCCEEDED');
});
