import { afterAll, beforeAll, expect, test } from 'vitest';
import { handler as stop } from '#functions/compute/instances/stop.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { inOrder } from '#lib/agent/described.ts';
import { configureMachine } from '#lib/domain/compute/jobs/resource.ts';
import { ringHosts } from '#lib/domain/platform/ring-hosts.ts';
import { changeInstance, getInstance } from '#lib/store/compute/instances.ts';
import { transact } from '#lib/store/platform/write.ts';
import { call } from '#lib/testing/functions/call.ts';
import { launched } from '#test/support/compute/instances.ts';
import { failing } from '#test/support/hosts/scripted-driver.ts';
import { openScriptedPlatform, type ScriptedPlatform } from '#test/support/hosts/scripted-platform.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

let stage: ScriptedPlatform;
beforeAll(async () => {
  stage = await openScriptedPlatform();
});
afterAll(() => stage.close());

/** Gives an instance this key, and puts a configure job for its machine. */
async function configure(id: string, key: string): Promise<void> {
  const record = await getInstance(stage.caller.account_id, id);
  if (!record) throw new Error(`no instance ${id}`);
  await transact([changeInstance(record, { ...record, authorized_keys: [key] }), configureMachine(record)]);
  await ringHosts([stage.hostId]);
}

const keysOf = (id: string) => stage.driver.specs.get(id)?.authorized_keys;
const configurings = (id: string) => stage.callsOf(id).filter((line) => line === 'configure').length;
const isQuiet = () => eventually(async () => (await stage.loose()).length === 0);

/** The next configuring waits until it is let go. */
function hold(): { begun: () => Promise<void>; release: () => void } {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  stage.driver.next('configure', () => {
    begun.resolve();
    return released.promise;
  });
  return { begun: () => begun.promise, release: released.resolve };
}

test('a configure job has the machine obey what the table says, and is closed', async () => {
  const { id } = await stage.settledIn('running');
  await configure(id, 'one');
  await isQuiet();
  expect([keysOf(id), configurings(id)]).toEqual([['one'], 1]);
});

test('configure jobs made while one is carried out are carried out as one, after it', async () => {
  const { id } = await stage.settledIn('running');
  const { begun, release } = hold();
  await configure(id, 'one');
  await begun();
  for (const key of ['two', 'three', 'four']) await configure(id, key);
  release();
  await isQuiet();
  expect([keysOf(id), configurings(id)]).toEqual([['four'], 2]);
});

test('a configure job waits for no other work on its instance', async () => {
  const { id } = await stage.settledIn('running');
  const end = Promise.withResolvers<void>();
  stage.driver.next('stop', () => end.promise);
  await call(stop, { bearer: stage.caller.bearer, params: { id } });
  await eventually(() => stage.callsOf(id).some((line) => line.startsWith('stop')));
  await configure(id, 'one');
  await expect.poll(() => keysOf(id)?.[0]).toBe('one');
  expect((await getInstance(stage.caller.account_id, id))?.status).toBe('stopping');
  end.resolve();
  expect((await stage.settled(id)).status).toBe('stopped');
  await isQuiet();
});

test('a configure job outlives the agent, and a failure', async () => {
  const { id } = await stage.settledIn('running');
  stage.driver.next('configure', failing('FAILED', 'not now'));
  await configure(id, 'one');
  await expect.poll(() => configurings(id)).toBe(1);
  await stage.stopAgent();
  expect(keysOf(id)).not.toEqual(['one']);
  stage.driver.next('configure', failing('FAILED', 'not now either'));
  await stage.startAgent();
  await expect.poll(() => keysOf(id)?.[0]).toBe('one');
  await isQuiet();
  expect(configurings(id)).toBe(3);
});

test('a configure job for a machine without a disk, or for one that is gone, is closed', async () => {
  const { begun, release } = hold();
  stage.driver.next('create', begun);
  const { id } = await launched(stage.caller);
  await configure(id, 'one');
  await begun();
  release();
  expect((await stage.settled(id)).status).toBe('running');
  await isQuiet();
  await call(terminate, { bearer: stage.caller.bearer, params: { id } });
  expect((await stage.settled(id)).status).toBe('terminated');
  const before = configurings(id);
  await configure(id, 'two');
  await isQuiet();
  expect(configurings(id)).toBe(before);
});

test('what is read first is told first, and nobody waits for what is done about it', async () => {
  const told: string[] = [];
  const [slow, endless] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const tell = (outcome: Promise<string>) => async (what: string) => {
    told.push(what);
    return outcome;
  };
  const first = inOrder('i-order', () => slow.promise, tell(endless.promise));
  const failed = inOrder('i-order', () => Promise.reject(new Error('unread')), tell(endless.promise));
  const last = inOrder('i-order', async () => 'new', tell(Promise.resolve('done')));
  slow.resolve('old');
  await expect(failed).rejects.toThrow('unread');
  expect(await last).toBe('done');
  expect(told).toEqual(['old', 'new']);
  endless.resolve('over');
  expect(await first).toBe('over');
});
