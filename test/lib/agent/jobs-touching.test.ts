import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { JobLoop } from '#lib/agent/jobs.ts';
import type { HostLink } from '#lib/agent/link/link.ts';
import { type Job, type JobKind, job } from '#lib/model/compute/job.ts';
import { putQueuedJob, subjectKey } from '#lib/store/compute/jobs.ts';
import { put, transact } from '#lib/store/platform/write.ts';
import { linkOf } from '#test/support/hosts/host-link.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { openJobs } from '#test/support/hosts/open-jobs.ts';
import { forever, ScriptedDriver } from '#test/support/hosts/scripted-driver.ts';
import { openScriptedPlatform, type ScriptedPlatform } from '#test/support/hosts/scripted-platform.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

let stage: ScriptedPlatform;
let driver: ScriptedDriver;
let jobs: JobLoop;
let host: string;
let clock = Date.now();

beforeAll(async () => {
  stage = await openScriptedPlatform();
});
afterAll(() => stage.close());
beforeEach(async () => {
  driver = new ScriptedDriver();
  const { id, epoch } = await standInHost();
  host = id;
  jobs = new JobLoop(await linkOf(host, epoch), driver.driver(), () => undefined);
});
afterEach(() => jobs.close());

const account = 'acc-touching';
const names = () => {
  const end = randomUUID().slice(0, 8);
  return { i: `i-${end}`, j: `i-${end}2`, v: `vol-${end}`, w: `vol-${end}2`, s: `snap-${end}` };
};

/** Queues a job of an operation of its own, later than those before. */
async function queue(kind: JobKind, subject: string, facts: Record<string, unknown>): Promise<Job> {
  const operation = `op-${randomUUID()}`;
  const queued = job.parse({
    host_id: host,
    operation,
    step: kind,
    kind,
    account_id: account,
    instance_id: subject,
    token: 'nobody waits',
    state: 'queued',
    epoch: 0,
    ...facts,
    outcome: null,
    created_at: new Date(++clock).toISOString(),
    ttl: 2_000_000_000,
  });
  await transact([
    put({
      ...subjectKey(account, subject),
      id: subject,
      name: subject,
      host_id: host,
      operation: { id: operation, kind },
    }),
  ]);
  await transact([await putQueuedJob(queued)]);
  jobs.wake();
  return queued;
}

/** The next such call waits until it is let go. */
function hold(call: Parameters<ScriptedDriver['next']>[0]): { begun: Promise<void>; release: () => void } {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  driver.next(call, () => {
    begun.resolve();
    return released.promise;
  });
  return { begun: begun.promise, release: released.resolve };
}

test('a job that the index does not show when the bell rings is found soon afterwards', async () => {
  await jobs.close();
  let reads = 0;
  const link = {
    call: (name: string) => {
      reads += name === 'listHostJobs' ? 1 : 0;
      return Promise.resolve({ jobs: [], refused: [] });
    },
  };
  jobs = new JobLoop(link as unknown as HostLink, driver.driver(), () => undefined, {
    pace: { idle: 3_600_000, eager: 1 },
  });
  await expect.poll(() => reads).toBe(1);
  jobs.wake();
  await expect.poll(() => reads).toBeGreaterThan(3);
});

const isQuiet = () => eventually(async () => (await openJobs(host)).length === 0);

test('two jobs on one volume wait for one another, whichever machine they are for, and one on another does not', async () => {
  const { i, j, v, w } = names();
  for (const id of [v, w]) driver.volumes.set(id, { size_gib: 1, machine: null });
  const { begun, release } = hold('attachVolume');
  await queue('attach_volume', i, { volume_id: v, mount_path: '/mnt/v' });
  await begun;
  await queue('detach_volume', j, { volume_id: v, force: false });
  await queue('grow_volume', v, { volume_id: v, size_gib: 2 });
  await queue('grow_volume', w, { volume_id: w, size_gib: 2 });
  await expect.poll(() => driver.calls).toHaveLength(2);
  expect(driver.calls).toEqual([`attachVolume ${v} ${i} at /mnt/v`, `growVolume ${w} to 2`]);
  release();
  await isQuiet();
  expect(driver.calls.slice(2)).toEqual([`detachVolume ${v} ${j}`, `growVolume ${v} to 2`]);
});

test('none overtakes one that waits for the same, but a destroy', async () => {
  const { i, j, v } = names();
  driver.volumes.set(v, { size_gib: 1, machine: null });
  const { begun, release } = hold('growVolume');
  await queue('grow_volume', v, { volume_id: v, size_gib: 2 });
  await begun;
  await queue('attach_volume', i, { volume_id: v, mount_path: '/mnt/v' });
  await queue('stop', i, { force: true });
  await queue('destroy', j, {});
  await expect.poll(() => driver.calls).toHaveLength(2);
  await queue('destroy', i, {});
  await expect.poll(() => driver.calls).toHaveLength(3);
  expect(driver.calls).toEqual([`growVolume ${v} to 2`, `destroy ${j}`, `destroy ${i}`]);
  release();
  await isQuiet();
  // The others belong to operations that hold the instance no more.
  expect(driver.calls).toHaveLength(3);
});

test('a snapshot that is to be deleted is made no further, and one that two machines want is waited for', async () => {
  const { i, j, s } = names();
  driver.next('createSnapshot', forever);
  await queue('create_snapshot', i, { snapshot_id: s });
  await expect.poll(() => driver.calls).toHaveLength(1);
  await queue('delete_snapshot', s, { snapshot_id: s });
  await isQuiet();
  expect(driver.calls).toEqual([`createSnapshot ${s} ${i}`, `deleteSnapshot ${s}`]);

  const { begun, release } = hold('createSnapshot');
  await queue('create_snapshot', i, { snapshot_id: s });
  await begun;
  const later = await queue('create_snapshot', j, { snapshot_id: s });
  await eventually(async () => (await openJobs(host)).some(({ operation }) => operation === later.operation));
  release();
  await isQuiet();
  expect(driver.calls.slice(2)).toEqual([`createSnapshot ${s} ${i}`, `createSnapshot ${s} ${j}`]);
});
