import { remetered, unmetered } from '#lib/domain/billing/metering/marks.ts';
import { pruneBackups } from '#lib/domain/compute/backups/prune.ts';
import { noteRunEnded } from '#lib/domain/compute/backups/resource.ts';
import type { DiskFailure } from '#lib/domain/compute/disks/resource.ts';
import { type BootReport, booted, requireEpochOf } from '#lib/domain/compute/instances/endings.ts';
import { settle } from '#lib/domain/compute/instances/settle.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { WorkflowInput } from '#lib/model/compute/workflow-input.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { changeSnapshot, getSnapshot, removeSnapshot, type SnapshotRecord } from '#lib/store/compute/snapshots.ts';
import { removeExpiry } from '#lib/store/platform/expiries.ts';
import { removeDeadline, removeIntent } from '#lib/store/platform/outbox.ts';
import { returnQuota } from '#lib/store/platform/quotas.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';

/** Settles an operation that holds an instance and a snapshot. */
function settleBoth(
  input: WorkflowInput,
  message: string,
  snapshotChange: Partial<SnapshotRecord>,
  instanceChange: (record: InstanceRecord) => { change: Partial<InstanceRecord>; also?: Write[] } = () => ({
    change: {},
  }),
): Promise<void> {
  return settle(input, async (record, now) => {
    const id = record.operation?.subject ?? '';
    const snapshot = await getSnapshot(record.account_id, id);
    const { change, also = [] } = instanceChange(record);
    const next = snapshot && { ...snapshot, ...snapshotChange, operation: null, updated_at: rfc3339(now) };
    return {
      change,
      also: [...also, ...(next ? [changeSnapshot(snapshot, next), ...begunMetering(snapshot, next)] : [])],
      message: `${message} (${id})`,
    };
  });
}

/** A snapshot is metered once it is complete. */
const begunMetering = (before: SnapshotRecord, next: SnapshotRecord): Write[] =>
  before.status === 'creating' && next.status === 'available'
    ? [remetered('snapshots', before, next, next.updated_at)]
    : [];

const idOf = ({ options }: WorkflowInput) => String(options.snapshot_id);

/** After a scheduled backup: records how its run ended, and deletes backups beyond the retention count. */
async function finishBackup(input: WorkflowInput, error: string | null): Promise<void> {
  const snapshot = await getSnapshot(input.account_id, idOf(input));
  if (snapshot?.trigger !== 'schedule') return;
  await noteRunEnded(snapshot, error);
  if (snapshot.status === 'available') await pruneBackups(snapshot);
}

/** Settles a snapshot that is complete. */
export async function settleCreated(input: WorkflowInput, result: Record<string, unknown>): Promise<void> {
  await settleBoth(input, 'snapshot complete', {
    status: 'available',
    progress_percent: 100,
    size_bytes: Number(result.size_bytes ?? 0),
    ...(result.consistency === 'crash' || result.consistency === 'offline' ? { consistency: result.consistency } : {}),
  });
  await finishBackup(input, null);
}

/** Settles a snapshot that could not be created: status error, until it is deleted. The instance is unchanged. */
export async function settleNotCreated(input: WorkflowInput, { reason }: DiskFailure): Promise<void> {
  await settleBoth(input, reason, { status: 'error', status_reason: reason });
  await finishBackup(input, reason);
}

/** The state of a snapshot that is not being created or restored. */
const intact = { status: 'available', progress_percent: 100 } as const;

/**
 * Settles a restore: the instance has the snapshot's disk, and is running or not as requested. Throws HostRestarted
 * where the host has restarted since.
 */
export const settleRestored = (input: WorkflowInput, result: BootReport): Promise<void> =>
  settleBoth(input, 'snapshot restored', intact, (record) =>
    input.options.start === true
      ? { change: booted(record, result), also: requireEpochOf(record.host_id, result) }
      : { change: { status: 'stopped', ssh_ready: false, has_disk: true } },
  );

/** Settles a restore that failed: the instance is in error and has its previous disk. */
export const settleNotRestored = (input: WorkflowInput, { reason }: DiskFailure): Promise<void> =>
  settleBoth(input, reason, intact, () => ({
    change: { status: 'error', status_reason: reason, ssh_ready: false },
  }));

function settleSnapshot(input: WorkflowInput, writesOf: (record: SnapshotRecord, now: string) => Write[]) {
  return retryOnConflict(async () => {
    const record = await getSnapshot(input.account_id, input.instance_id);
    if (record?.operation?.id !== input.operation) return;
    const writes = writesOf(record, rfc3339(civilNow()));
    await transact([...writes, removeDeadline(input.operation), removeIntent(input.operation)]);
  });
}

/** Settles a deletion: removes the record, its expiry and its quota. */
export const settleDeleted = (input: WorkflowInput): Promise<void> =>
  settleSnapshot(input, (record, deleted_at) => [
    removeSnapshot(record),
    removeExpiry(record.id),
    returnQuota(record.account_id, 'snapshots'),
    unmetered('snapshots', record, deleted_at),
  ]);

/** Settles a deletion that failed: status error, since the snapshot may be incomplete. It can be deleted again. */
export const settleNotDeleted = (input: WorkflowInput, { reason }: DiskFailure): Promise<void> =>
  settleSnapshot(input, (record, updated_at) => [
    changeSnapshot(record, { ...record, status: 'error', status_reason: reason, operation: null, updated_at }),
  ]);
