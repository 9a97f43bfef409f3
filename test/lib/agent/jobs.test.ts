import { afterAll, beforeAll, expect, test } from 'vitest';
import { handler as stop } from '#functions/compute/instances/stop.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { call } from '#lib/testing/functions/call.ts';
import { launched } from '#test/support/compute/instances.ts';
import { openScriptedPlatform, type ScriptedPlatform } from '#test/support/hosts/scripted-platform.ts';
import { faultTransactions, unreachable } from '#test/support/table/faults.ts';

let stage: ScriptedPlatform;
beforeAll(async () => {
  stage = await openScriptedPlatform();
});
afterAll(() => stage.close());

test('a job that broke in the hands of the agent is taken again', async () => {
  stage.driver.next('create', () => {
    throw new TypeError('a fault of the agent');
  });
  const { id } = await launched(stage.caller);
  expect((await stage.settled(id)).status).toBe('running');
  expect(stage.callsOf(id)).toEqual(['create', 'create']);
});

test('a job whose outcome could not be stored is done again, and the machine is the same', async () => {
  let end: (() => number) | undefined;
  stage.driver.next('create', () => {
    end = faultTransactions((n) => (n === 1 ? { instead: unreachable() } : undefined));
  });
  const { id } = await launched(stage.caller);
  expect((await stage.settled(id)).status).toBe('running');
  end?.();
  expect(stage.callsOf(id)).toEqual(['create', 'create']);
});

test('machines are made beside one another, each by one job at a time', async () => {
  let under = 0;
  let most = 0;
  const slow = async () => {
    most = Math.max(most, ++under);
    await expect.poll(() => most).toBe(5);
    under--;
  };
  stage.driver.next('create', slow, slow, slow, slow, slow);
  const machines = await Promise.all(Array.from({ length: 5 }, () => launched(stage.caller)));
  for (const { id } of machines) expect((await stage.settled(id)).status).toBe('running');
  expect(most).toBe(5);
});

test('closing aborts what is under way, and answers for nothing that is not done', async () => {
  const { id } = await stage.settledIn('running');
  let aborted = false;
  stage.driver.next('stop', (signal) => {
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => {
        aborted = true;
        reject(new Error('closed'));
      });
    });
  });
  await call(stop, { bearer: stage.caller.bearer, params: { id } });
  await expect.poll(() => stage.callsOf(id)).toHaveLength(2);
  await stage.stopAgent();
  expect(aborted).toBe(true);
  await stage.startAgent();
  expect((await stage.settled(id)).status).toBe('stopped');
  await call(terminate, { bearer: stage.caller.bearer, params: { id } });
  expect((await stage.settled(id)).status).toBe('terminated');
});
