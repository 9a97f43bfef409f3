import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { touchedBy } from '#lib/model/compute/job.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { launched, putInto, recordOf } from '#test/support/compute/instances.ts';
import { openJobs } from '#test/support/hosts/open-jobs.ts';
import { openScriptedPlatform, type ScriptedPlatform } from '#test/support/hosts/scripted-platform.ts';
import { state } from '#test/support/table/state.ts';

/** These tests call tasks directly. No workflow may run, so launches start none. */
let stage: ScriptedPlatform;
beforeAll(async () => {
  Object.assign(process.env, { SVC_QUOTA_INSTANCES: '100', SVC_QUOTA_VCPUS: '100' });
  stage = await openScriptedPlatform();
  await stage.stopAgent();
  for (const name of Object.keys(process.env)) if (name.startsWith('STATE_MACHINE_')) delete process.env[name];
});
afterAll(() => stage.close());

const statusOf = { start: 'starting', stop: 'stopping', reboot: 'rebooting', terminate: 'terminating' } as const;
type Kind = keyof typeof statusOf | 'launch';

/** An instance that an operation of this kind holds, and the input of its workflow. */
async function held(kind: Kind): Promise<{ record: InstanceRecord; input: Record<string, unknown> }> {
  const instance = await launched(stage.caller);
  if (kind !== 'launch') {
    const { operation } = await recordOf(instance);
    await putInto(instance, { status: statusOf[kind], operation: { id: operation?.id ?? '', kind }, has_disk: true });
  }
  const record = await recordOf(instance);
  const { account_id, id } = record;
  return { record, input: { operation: record.operation?.id, account_id, instance_id: id, options: {} } };
}

const settling: [task: string, kind: Kind, status: string][] = [
  ['launchSettle', 'launch', 'running'],
  ['launchFail', 'launch', 'error'],
  ['startSettle', 'start', 'running'],
  ['startFail', 'start', 'error'],
  ['stopSettle', 'stop', 'stopped'],
  ['stopFail', 'stop', 'error'],
  ['rebootSettle', 'reboot', 'running'],
  ['rebootFail', 'reboot', 'error'],
  ['terminateSettle', 'terminate', 'terminated'],
];

describe.each(settling)('%s', (task, kind, status) => {
  const fault = { error: 'FAILED', cause: 'a cause', result: { ssh_ready: true, host_key: 'key' } };

  test(`settles as ${status} once, however often it is called`, async () => {
    const { record, input } = await held(kind);
    await stage.workflows.task(task, { ...input, ...fault });
    expect(await recordOf(record)).toMatchObject({ status, operation: null });
    const once = await state();
    await Promise.all([1, 2].map(() => stage.workflows.task(task, { ...input, ...fault })));
    expect(await state()).toEqual(once);
  });

  test('called twice at once settles once', async () => {
    const { record, input } = await held(kind);
    await Promise.all([1, 2].map(() => stage.workflows.task(task, { ...input, ...fault })));
    const settled = await recordOf(record);
    expect(settled).toMatchObject({ status, version: record.version + 1 });
  });

  test('changes nothing once another operation holds the instance', async () => {
    const { record, input } = await held(kind);
    await putInto(record, { operation: { id: 'op-later', kind: 'terminate' }, status: 'terminating' });
    const before = await state();
    await stage.workflows.task(task, { ...input, ...fault });
    expect(await state()).toEqual(before);
  });
});

const asking: [task: string, kind: Kind, job: string][] = [
  ['launchBoot', 'launch', 'create'],
  ['launchUndo', 'launch', 'destroy'],
  ['startBoot', 'start', 'start'],
  ['stopShutDown', 'stop', 'stop'],
  ['rebootReboot', 'reboot', 'reboot'],
  ['terminateDestroy', 'terminate', 'destroy'],
];

describe.each(asking)('%s', (task, kind, job) => {
  const jobsOf = async (id: string) => (await openJobs(stage.hostId)).filter((job) => touchedBy(job)[0] === id);

  test(`queues one ${job}, which answers the newest token, and takes the intent out of the outbox`, async () => {
    const { record, input } = await held(kind);
    await stage.workflows.task(task, { ...input, token: 'first' });
    await stage.workflows.task(task, { ...input, token: 'second' });
    expect(await jobsOf(record.id)).toMatchObject([{ kind: job, token: 'second', state: 'queued' }]);
    const left = (await state()).filter(({ pk }) => pk === `OUTBOX#${input.operation}`);
    expect(left.map(({ sk }) => sk)).toEqual(['DEADLINE']);
  });

  test('throws Superseded, and queues nothing, once another operation holds the instance', async () => {
    const { record, input } = await held(kind);
    await putInto(record, { operation: { id: 'op-later', kind: 'terminate' } });
    const asked = stage.workflows.task(task, { ...input, token: 'late' });
    await expect(asked).rejects.toMatchObject({ name: 'Superseded' });
    expect(await jobsOf(record.id)).toEqual([]);
  });
});

test('a terminated record that the table has dropped is nobody any more: tasks end quietly', async () => {
  const input = { operation: 'op-1', account_id: stage.caller.account_id, instance_id: 'i-gone', options: {} };
  await stage.workflows.task('terminateSettle', input);
  await expect(stage.workflows.task('terminateDestroy', { ...input, token: 't' })).rejects.toMatchObject({
    name: 'Superseded',
  });
});

test('an input that is none is refused', async () => {
  await expect(stage.workflows.task('launchBoot', { operation: 7 })).rejects.toMatchObject({ name: 'ZodError' });
});
