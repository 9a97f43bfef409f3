import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { beat, finish, take } from '#lib/domain/compute/jobs/work.ts';
import { type Job, job } from '#lib/model/compute/job.ts';
import { putQueuedJob } from '#lib/store/compute/jobs.ts';
import { keys } from '#lib/store/keys.ts';
import { transact } from '#lib/store/platform/write.ts';
import { launched, putInto } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { openJobs } from '#test/support/hosts/open-jobs.ts';
import { openScriptedPlatform, type ScriptedPlatform } from '#test/support/hosts/scripted-platform.ts';
import { partition } from '#test/support/table/state.ts';

let stage: ScriptedPlatform;
let epoch: number;
let instance: { account_id: string; id: string };
let count = 0;

beforeAll(async () => {
  stage = await openScriptedPlatform();
  await stage.stopAgent();
  for (const name of Object.keys(process.env)) if (name.startsWith('STATE_MACHINE_')) delete process.env[name];
  instance = await launched(stage.caller);
});
afterAll(() => stage.close());

beforeEach(async () => {
  for (const job of await openJobs(stage.hostId)) await finish(job, job.epoch, { ok: true, result: {} });
  epoch = (await standInHost({ id: stage.hostId })).epoch;
});

/** Queues a job of an operation that holds the instance. No workflow waits for its token. */
async function queued(changes: Partial<Job> = {}): Promise<Job> {
  const operation = `op-${++count}`;
  await putInto(instance, { operation: { id: operation, kind: 'start' } });
  const made = job.parse({
    host_id: stage.hostId,
    operation,
    step: 'start',
    kind: 'start',
    account_id: instance.account_id,
    instance_id: instance.id,
    token: 'token-1',
    state: 'queued',
    epoch: 0,
    outcome: null,
    created_at: new Date(count * 1000).toISOString(),
    ttl: Math.floor(Date.now() / 1000) + 60,
    ...changes,
  });
  await transact([await putQueuedJob(made)]);
  return made;
}

const stored = async (job: Job) => {
  const key = keys.job(job.host_id, job.operation, job.step);
  return (await partition(key.pk)).find(({ sk }) => sk === key.sk);
};
const done = { ok: true, result: {} } as const;

describe('a job', () => {
  test('is taken by the newest start of the agent, and again where it dropped it; never by an older one', async () => {
    const job = await queued();
    expect(await take(job, epoch)).toBe('taken');
    expect(await take(job, epoch)).toBe('taken');
    const { epoch: newer } = await standInHost({ id: stage.hostId });
    expect(await take(job, epoch)).toBe('lost');
    expect(await take(job, newer)).toBe('taken');
    expect(await stored(job)).toMatchObject({ state: 'taken', epoch: newer });
  });

  test('that is finished is not to be had any more', async () => {
    const job = await queued();
    await take(job, epoch);
    await finish({ ...job, epoch }, epoch, done);
    expect(await take(job, epoch)).toBe('lost');
    expect(await openJobs(stage.hostId)).toEqual([]);
    expect(await stored(job)).toMatchObject({ state: 'done', outcome: done });
  });

  test('whose operation no longer holds the instance is closed, and touches nothing', async () => {
    const job = await queued();
    await putInto(instance, { operation: null });
    expect(await take(job, epoch)).toBe('superseded');
    expect(await openJobs(stage.hostId)).toEqual([]);
  });

  test('to destroy is done all the same', async () => {
    const job = await queued({ kind: 'destroy', step: 'destroy' });
    await putInto(instance, { operation: null });
    expect(await take(job, epoch)).toBe('taken');
  });

  test('that is asked for anew while its answer is on its way stays open for the new token', async () => {
    const job = await queued();
    await take(job, epoch);
    await transact([await putQueuedJob({ ...job, token: 'token-2' })]);
    await finish(job, epoch, done);
    expect(await openJobs(stage.hostId)).toMatchObject([{ token: 'token-2', outcome: done, state: 'queued' }]);
  });

  test('cannot be finished by a start of the agent that does not have it', async () => {
    const job = await queued();
    await take(job, epoch);
    await expect(finish(job, epoch - 1, done)).rejects.toThrow('an input changed meanwhile');
    expect((await stored(job))?.outcome).toBeNull();
  });

  test('for whose token nobody waits has no heart to beat for', async () => {
    expect(await beat(await queued())).toBe(false);
  });
});

test('the queue is in the order in which the jobs came', async () => {
  const later = await queued({ created_at: '2026-01-02T00:00:00.000Z' });
  const earlier = await queued({ created_at: '2026-01-01T00:00:00.000Z' });
  expect((await openJobs(stage.hostId)).map(({ operation }) => operation)).toEqual([
    earlier.operation,
    later.operation,
  ]);
});
