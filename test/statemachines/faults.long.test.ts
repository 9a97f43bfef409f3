import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { handler as reboot } from '#functions/compute/instances/reboot.ts';
import { handler as start } from '#functions/compute/instances/start.ts';
import { handler as stop } from '#functions/compute/instances/stop.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { take } from '#lib/domain/compute/jobs/work.ts';
import { workflowStatus } from '#lib/drivers/workflows/start.ts';
import type { Handler } from '#lib/edge/route.ts';
import { storeOutcome } from '#lib/store/compute/jobs.ts';
import { call } from '#lib/testing/functions/call.ts';
import { launched, recordOf } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { openJobs } from '#test/support/hosts/open-jobs.ts';
import { forever } from '#test/support/hosts/scripted-driver.ts';
import { openScriptedPlatform, type ScriptedPlatform } from '#test/support/hosts/scripted-platform.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/** The definitions with heartbeats of one second instead of thirty, of which only one may be missed. */
const hasty = (text: string) =>
  text
    .replaceAll('"HeartbeatSeconds":30', '"HeartbeatSeconds":1')
    .replaceAll(/("States.HeartbeatTimeout"\],"IntervalSeconds":1,"MaxAttempts":)\d/g, '$11');

let stage: ScriptedPlatform;
let before: Awaited<ReturnType<ScriptedPlatform['held']>>;

beforeAll(async () => {
  stage = await openScriptedPlatform(hasty);
});
afterAll(() => stage.close());
beforeEach(async () => {
  await stage.stopAgent();
  await stage.startAgent();
  before = await stage.held();
});

const ask = (handler: Handler, id: string, body?: object) =>
  call(handler, { bearer: stage.caller.bearer, params: { id }, ...(body && { body }) });
const called = (id: string, what: string) => eventually(() => stage.callsOf(id).some((line) => line.startsWith(what)));
const operationOf = async (id: string) =>
  (await recordOf({ account_id: stage.caller.account_id, id })).operation?.id ?? '';
const ended = (machine: string, operation: string) =>
  eventually(async () => {
    const status = await workflowStatus(machine, operation);
    return status !== 'RUNNING' && status;
  });

async function expectGone(id: string): Promise<void> {
  expect((await stage.settled(id)).status).toBe('terminated');
  expect(stage.driver.machines.has(id)).toBe(false);
  expect(await stage.held()).toEqual(before);
}

describe('terminate', () => {
  test('cancels a launch: its boot is aborted, its workflow ends quietly, nothing is left', async () => {
    stage.driver.next('create', forever);
    const { id } = await launched(stage.caller);
    const operation = await operationOf(id);
    await called(id, 'create');
    expect((await ask(terminate, id)).body.status).toBe('terminating');
    await expectGone(id);
    expect(await ended('launch', operation)).toBe('SUCCEEDED');
    expect(stage.callsOf(id)).toEqual(['create', 'destroy']);
    await expect.poll(() => stage.loose()).toHaveLength(0);
  });

  test('cancels a launch that the host has not begun: nothing is booted for it', async () => {
    await stage.stopAgent();
    const { id } = await launched(stage.caller);
    await expect.poll(() => openJobs(stage.hostId)).toHaveLength(1);
    await ask(terminate, id);
    await expect.poll(() => openJobs(stage.hostId)).toHaveLength(2);
    await stage.startAgent();
    await expectGone(id);
    expect(stage.callsOf(id)).toEqual(['destroy']);
  });

  test.each([
    ['stop', stop, 'running'],
    ['reboot', reboot, 'running'],
    ['start', start, 'stopped'],
  ] as const)('cancels a %s', async (kind, handler, from) => {
    const { id } = await stage.settledIn(from);
    stage.driver.next(kind, forever);
    await ask(handler, id);
    const operation = await operationOf(id);
    await called(id, kind);
    await ask(terminate, id);
    await expectGone(id);
    expect(await ended(kind, operation)).toBe('SUCCEEDED');
  });
});

describe('a silent host', () => {
  test('that comes back in time does the job under a new token', async () => {
    await stage.stopAgent();
    const { id } = await launched(stage.caller);
    const first = await eventually(async () => (await openJobs(stage.hostId))[0]?.token);
    await eventually(async () => (await openJobs(stage.hostId))[0]?.token !== first);
    await stage.startAgent();
    expect((await stage.settled(id)).status).toBe('running');
    expect(stage.callsOf(id)).toEqual(['create']);
  });

  test('fails a launch, which gives everything back; coming back, it removes what there may be and boots nothing', async () => {
    await stage.stopAgent();
    const { id } = await launched(stage.caller);
    expect(await stage.settled(id)).toMatchObject({
      status: 'error',
      status_reason: 'launch failed: its host does not answer',
      placed: false,
    });
    expect((await stage.held()).claims).toEqual(before.claims);
    await stage.startAgent();
    await called(id, 'destroy');
    await expect.poll(() => openJobs(stage.hostId)).toHaveLength(0);
    expect(stage.callsOf(id)).toEqual(['destroy']);
    await ask(terminate, id);
    await expectGone(id);
  });

  test('does not keep a terminate: the record is gone in time, the machine when the host is back', async () => {
    const { id } = await stage.settledIn('running');
    await stage.stopAgent();
    await ask(terminate, id);
    expect((await stage.settled(id)).status).toBe('terminated');
    expect(stage.driver.machines.get(id)).toBe('running');
    await stage.startAgent();
    await eventually(() => !stage.driver.machines.has(id));
  });
});

describe('the agent', () => {
  test('does a job again that its last start did not finish', async () => {
    stage.driver.next('create', forever);
    const { id } = await launched(stage.caller);
    await called(id, 'create');
    await stage.stopAgent();
    await stage.startAgent();
    expect((await stage.settled(id)).status).toBe('running');
    expect(stage.callsOf(id)).toEqual(['create', 'create']);
  });

  test('answers a job from the outcome that it stored before its answer was lost', async () => {
    await stage.stopAgent();
    const { epoch } = await standInHost({ id: stage.hostId });
    const { id } = await launched(stage.caller);
    const job = await eventually(async () => (await openJobs(stage.hostId))[0]);
    expect(await take(job, epoch)).toBe('taken');
    await storeOutcome(job, epoch, { ok: true, result: { ssh_ready: true, host_key: 'ssh-ed25519 stored' } });
    await stage.startAgent(epoch);
    expect(await stage.settled(id)).toMatchObject({ status: 'running', host_key: 'ssh-ed25519 stored' });
    expect(stage.callsOf(id)).toEqual([]);
  });

  test('that a newer start has replaced takes nothing', async () => {
    await stage.stopAgent();
    const { epoch } = await standInHost({ id: stage.hostId });
    await standInHost({ id: stage.hostId });
    const { id } = await launched(stage.caller);
    const job = await eventually(async () => (await openJobs(stage.hostId))[0]);
    expect(await take(job, epoch)).toBe('lost');
    await stage.startAgent();
    expect((await stage.settled(id)).status).toBe('running');
  });
});

describe('an agent that starts anew after a boot was reported and before the table says so', () => {
  test.each([
    ['launch', 'create', () => launched(stage.caller)],
    ['start', 'start', () => stage.settledIn('stopped')],
    ['reboot', 'reboot', () => stage.settledIn('running')],
  ] as const)('%s: the machine that went down with it is booted again', async (kind, booted, prepare) => {
    // The settling task fails when the agent has started again, and is tried once more in that epoch.
    const failure = Promise.withResolvers<Error>();
    stage.workflows.breakNext(`${kind}Settle`, failure.promise);
    const { id } = await prepare();
    if (kind !== 'launch') await ask(kind === 'start' ? start : reboot, id);
    const settling = () =>
      stage.workflows.calls.some(({ name, payload }) => name === `${kind}Settle` && payload.instance_id === id);
    await eventually(settling);
    await stage.stopAgent();
    stage.driver.machines.set(id, 'stopped');
    await stage.startAgent();
    failure.resolve(new Error('a bad moment'));
    expect((await stage.settled(id)).status).toBe('running');
    // The agent finds out what went down with its last start, and boots it beside the workflow.
    await expect.poll(() => stage.driver.machines.get(id)).toBe('running');
    expect(stage.callsOf(id).filter((call) => call === booted)).toHaveLength(2);
  });
});
