import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { JobLoop } from '#lib/agent/jobs.ts';
import type { JobKind } from '#lib/model/compute/job.ts';
import { subjectKey } from '#lib/store/compute/jobs.ts';
import { keys } from '#lib/store/keys.ts';
import { put, transact } from '#lib/store/platform/write.ts';
import { putInto, up } from '#test/support/compute/instances.ts';
import { linkOf } from '#test/support/hosts/host-link.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { openJobs } from '#test/support/hosts/open-jobs.ts';
import { ScriptedDriver } from '#test/support/hosts/scripted-driver.ts';
import { openScriptedPlatform, type ScriptedPlatform } from '#test/support/hosts/scripted-platform.ts';
import { partition } from '#test/support/table/state.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/** A job as version 0.1 stored it: its facts in `options`, and the id of what its operation held as `instance_id`. */
interface Before {
  kind: JobKind;
  /** The noun that `instance_id` named; the instance unless said. */
  subject?: 'volume' | 'snapshot';
  options: Record<string, unknown>;
  /** What the driver is asked for. */
  asks: string;
}

const instance = 'i-000000000000000a1';
const volume = 'vol-00000000000000b1';
const snapshot = 'snap-0000000000000c1';
const created = { volume_id: volume, size_gib: 10, filesystem: 'ext4', kind: 'create_volume', seconds: 60 };
const taken = { snapshot_id: snapshot, kind: 'create_snapshot', seconds: 600 };
const attached = { volume_id: volume, mount_path: '/mnt/data', device: 'vdb', kind: 'attach_volume', seconds: 30 };

const before: Before[] = [
  { kind: 'create', options: {}, asks: `create ${instance}` },
  { kind: 'start', options: {}, asks: `start ${instance}` },
  { kind: 'stop', options: { force: false, grace_ms: 30_000 }, asks: `stop ${instance} within 30000` },
  { kind: 'reboot', options: { force: true, grace_ms: 0 }, asks: `reboot ${instance}` },
  { kind: 'destroy', options: {}, asks: `destroy ${instance}` },
  // Asked for by the deadlines task.
  { kind: 'destroy', options: { kind: 'launch' }, asks: `destroy ${instance}` },
  { kind: 'configure', options: {}, asks: `configure ${instance}` },
  { kind: 'create_volume', subject: 'volume', options: created, asks: `createVolume ${volume}` },
  {
    kind: 'grow_volume',
    subject: 'volume',
    options: { volume_id: volume, size_gib: 20, kind: 'grow_volume', seconds: 60 },
    asks: `growVolume ${volume} to 20`,
  },
  {
    kind: 'delete_volume',
    subject: 'volume',
    options: { volume_id: volume, kind: 'delete_volume', seconds: 120 },
    asks: `deleteVolume ${volume}`,
  },
  // Undoes a creation.
  {
    kind: 'delete_volume',
    subject: 'volume',
    options: { ...created, attach_to: instance, force: true },
    asks: `deleteVolume ${volume}`,
  },
  { kind: 'attach_volume', options: attached, asks: `attachVolume ${volume} ${instance} at /mnt/data` },
  {
    kind: 'detach_volume',
    options: { volume_id: volume, force: false, kind: 'detach_volume', seconds: 30 },
    asks: `detachVolume ${volume} ${instance}`,
  },
  // Undoes an attachment.
  {
    kind: 'detach_volume',
    options: { ...attached, force: true },
    asks: `detachVolume ${volume} ${instance} by force`,
  },
  { kind: 'create_snapshot', options: taken, asks: `createSnapshot ${snapshot} ${instance}` },
  {
    kind: 'restore_snapshot',
    options: { snapshot_id: snapshot, start: true, kind: 'restore_snapshot', seconds: 600 },
    asks: `restoreSnapshot ${snapshot} ${instance} and start`,
  },
  {
    kind: 'delete_snapshot',
    subject: 'snapshot',
    options: { snapshot_id: snapshot, kind: 'delete_snapshot', seconds: 120 },
    asks: `deleteSnapshot ${snapshot}`,
  },
  // Undoes a snapshot.
  {
    kind: 'delete_snapshot',
    subject: 'snapshot',
    options: { ...taken, force: true },
    asks: `deleteSnapshot ${snapshot}`,
  },
];

let stage: ScriptedPlatform;
let driver: ScriptedDriver;
let jobs: JobLoop | undefined;
let host: { id: string; epoch: number };
/** The id of a real instance, whose machine the driver is asked for. */
let real: string;
const logged: string[] = [];

beforeAll(async () => {
  stage = await openScriptedPlatform();
  real = (await stage.settledIn('running')).id;
  await stage.stopAgent();
});
afterAll(() => stage.close());

beforeEach(async () => {
  driver = new ScriptedDriver();
  host = await standInHost({ id: stage.hostId });
  logged.length = 0;
});
afterEach(() => jobs?.close());

/** Puts a job into the table as version 0.1 did, for an operation that holds its subject. */
async function store(job: Pick<Before, 'subject' | 'options'> & { kind: string }): Promise<{ pk: string; sk: string }> {
  const account_id = stage.caller.account_id;
  const subject = { volume, snapshot, instance: real }[job.subject ?? 'instance'];
  const configures = job.kind === 'configure';
  const operation = configures ? 'configure' : `op-${randomUUID()}`;
  const step = configures ? real : job.kind;
  const created_at = new Date().toISOString();
  if (subject === real) await putInto({ account_id, id: real }, { ...up, operation: { id: operation, kind: 'start' } });
  else {
    const held = { id: subject, name: subject, host_id: host.id, operation: { id: operation, kind: job.kind } };
    await transact([put({ ...subjectKey(account_id, subject), ...held })]);
  }
  const key = keys.job(host.id, operation, step);
  const item = {
    ...key,
    gsi1pk: `HOST#${host.id}#open`,
    gsi1sk: `${created_at}#${operation}`,
    host_id: host.id,
    operation,
    step,
    kind: job.kind,
    account_id,
    instance_id: subject,
    token: 'no workflow waits',
    state: 'queued',
    epoch: 0,
    options: job.options,
    outcome: null,
    created_at,
    ttl: 2_000_000_000,
  };
  await transact([put(item)]);
  return key;
}

const start = async () => {
  jobs = new JobLoop(await linkOf(host.id, host.epoch), driver.driver(), (line) => logged.push(line));
};
const stored = async ({ pk, sk }: { pk: string; sk: string }) => (await partition(pk)).find((one) => one.sk === sk);

describe('a job that version 0.1 stored', () => {
  test.each(before)('$kind $options is read and done: $asks', async (job) => {
    driver.machines.set(real, 'stopped');
    driver.volumes.set(volume, { size_gib: 10, machine: job.kind === 'detach_volume' ? real : null });
    if (job.kind === 'restore_snapshot') driver.snapshots.add(snapshot);
    const key = await store(job);
    await start();
    await eventually(async () => (await openJobs(host.id)).length === 0);
    expect([driver.calls, logged]).toEqual([[job.asks.replaceAll(instance, real)], []]);
    const { state, outcome } = (await stored(key)) ?? {};
    expect([state, outcome?.ok]).toEqual(['done', job.kind === 'configure' ? undefined : true]);
  });

  test('has a kind that this list holds', () => {
    // Version 0.1 had no images, and no disks with a limit.
    const kinds: Record<Exclude<JobKind, `${string}_image` | 'convert_disk'>, true> = {
      create: true,
      start: true,
      stop: true,
      reboot: true,
      destroy: true,
      configure: true,
      create_volume: true,
      grow_volume: true,
      delete_volume: true,
      attach_volume: true,
      detach_volume: true,
      create_snapshot: true,
      restore_snapshot: true,
      delete_snapshot: true,
    };
    expect(new Set(before.map(({ kind }) => kind))).toEqual(new Set(Object.keys(kinds)));
  });
});

describe('a job that cannot be read', () => {
  test.each([
    ['is of a kind that is not known', { kind: 'migrate', options: {} }, 'kind: '],
    [
      'lacks a fact that its kind needs',
      { kind: 'grow_volume', subject: 'volume', options: { size_gib: 2 } },
      'volume_id: ',
    ],
    ['has its volume where an instance is to be', { kind: 'stop', subject: 'volume', options: {} }, 'instance_id: '],
  ] as const)('since it %s is closed with the reason, and the others are done', async (_why, job, reason) => {
    const key = await store(job);
    await store({ kind: 'delete_snapshot', subject: 'snapshot', options: { snapshot_id: snapshot } });
    await start();
    await eventually(async () => (await openJobs(host.id).catch(() => [null])).length === 0);
    expect(driver.calls).toEqual([`deleteSnapshot ${snapshot}`]);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain(`cannot be read: ${reason}`);
    expect(await stored(key)).toMatchObject({ state: 'done' });
  });
});
