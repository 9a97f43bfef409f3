import { remetered, unmetered } from '#lib/domain/billing/metering/marks.ts';
import type { DiskFailure } from '#lib/domain/compute/disks/resource.ts';
import { requireEpochOf } from '#lib/domain/compute/instances/endings.ts';
import { settle } from '#lib/domain/compute/instances/settle.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { WorkflowInput } from '#lib/model/compute/workflow-input.ts';
import { priceOf } from '#lib/model/platform/catalog.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { getJob } from '#lib/store/compute/jobs.ts';
import { changeVolume, getVolume, removeVolume, type VolumeRecord } from '#lib/store/compute/volumes.ts';
import { removeDeadline, removeIntent } from '#lib/store/platform/outbox.ts';
import { returnQuota } from '#lib/store/platform/quotas.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';
import { freeName } from './resource.ts';

/** Settles an operation that holds a volume alone; does nothing where it is already settled. */
function settleVolume(input: WorkflowInput, writesOf: (record: VolumeRecord, now: string) => Write[]): Promise<void> {
  return retryOnConflict(async () => {
    const record = await getVolume(input.account_id, input.instance_id);
    if (record?.operation?.id !== input.operation) return;
    const writes = writesOf(record, rfc3339(civilNow()));
    await transact([...writes, removeDeadline(input.operation), removeIntent(input.operation)]);
  });
}

const idle = { operation: null, task: null } as const;

/** Settles a failed creation or deletion: status error, since the volume may be incomplete. It can be deleted. */
export const settleInError = (input: WorkflowInput, { reason }: DiskFailure): Promise<void> =>
  settleVolume(input, (record, updated_at) => [
    changeVolume(record, { ...record, ...idle, status: 'error', status_reason: reason, updated_at }),
  ]);

/** Settles a growth: the volume has its new size and price, and says so where its machine does not see them yet. */
export const settleGrown = (input: WorkflowInput, { grown: at }: Record<string, unknown> = {}): Promise<void> =>
  settleVolume(input, (record, updated_at) => {
    const size_gib = record.operation?.size_gib ?? record.size_gib;
    const status_reason = at === 'later' ? `detach and attach it again: its machine then sees ${size_gib} GiB` : null;
    const grown = { size_gib, price_monthly: priceOf('volume', size_gib), status_reason, updated_at };
    const next = { ...record, ...idle, ...grown };
    return [changeVolume(record, next), remetered('volumes', record, next, updated_at)];
  });

/** Settles a growth that failed: the volume keeps its size, and shows the reason. */
export const settleNotGrown = (input: WorkflowInput, { reason, code }: DiskFailure): Promise<void> =>
  settleVolume(input, (record, updated_at) => [
    changeVolume(record, { ...record, ...idle, status_reason: reason, fault: code, updated_at }),
    returnQuota(record.account_id, 'volume_gib', (record.operation?.size_gib ?? 0) - record.size_gib),
  ]);

/** Settles a deletion: removes the record, its name and its quota. */
export const settleDeleted = (input: WorkflowInput): Promise<void> =>
  settleVolume(input, (record, deleted_at) => [
    removeVolume(record),
    freeName(record, record.name),
    returnQuota(record.account_id, 'volumes'),
    returnQuota(record.account_id, 'volume_gib', record.size_gib),
    unmetered('volumes', record, deleted_at),
  ]);

/** Settles an operation that holds an instance and a volume. */
function settleAttachment(
  input: WorkflowInput,
  message: string,
  change: (volume: VolumeRecord) => Partial<VolumeRecord>,
  guard: (record: InstanceRecord) => Promise<Write[]> | Write[] = () => [],
): Promise<void> {
  return settle(input, async (record, now) => {
    const id = record.operation?.subject ?? '';
    const volume = await getVolume(record.account_id, id);
    if (!volume) return { change: without(record, id), message };
    const next: VolumeRecord = { ...volume, ...idle, ...change(volume), updated_at: rfc3339(now) };
    return {
      change: next.instance_id ? {} : without(record, id),
      also: [changeVolume(volume, next), ...(await guard(record))],
      message: `${message} (${id})`,
    };
  });
}

const without = ({ volume_ids }: InstanceRecord, gone: string) => ({
  volume_ids: volume_ids.filter((id) => id !== gone),
});

const unattached = { status: 'available', instance_id: null, device: null } as const;

/** Settles an attachment: the volume is at a device or, where the driver has no devices, at its mount path. */
export const settleAttached = (input: WorkflowInput, result: Record<string, unknown>): Promise<void> =>
  settleAttachment(input, 'volume attached', ({ mount_path }) => ({
    status: 'in-use',
    device: typeof result.device === 'string' ? result.device : mount_path,
  }));

/**
 * Settles an attachment that failed: the volume is available again. If it is not certain that it is detached, it stays
 * in-use until it is detached.
 */
export const settleNotAttached = (input: WorkflowInput, { reason, code, undone }: DiskFailure): Promise<void> =>
  settleAttachment(input, reason, () => ({
    ...(undone ? unattached : { status: 'in-use' as const }),
    status_reason: reason,
    fault: code,
  }));

/** Settles a detachment. A growth that waited for it is complete at the next attachment. */
export const settleDetached = (input: WorkflowInput): Promise<void> =>
  settleAttachment(input, 'volume detached', () => ({ ...unattached, status_reason: null }));

/**
 * Settles a detachment that failed: the volume stays attached. Throws HostRestarted where the host has restarted since,
 * and may have booted the machine without the volume.
 */
export const settleNotDetached = (input: WorkflowInput, { reason, code }: DiskFailure): Promise<void> =>
  settleAttachment(
    input,
    reason,
    () => ({ status: 'in-use', status_reason: reason, fault: code }),
    async ({ host_id }) => {
      const answered = !code.startsWith('States.');
      const job = answered ? await getJob(host_id, input.operation, 'detach_volume') : undefined;
      return job ? requireEpochOf(host_id, job) : [];
    },
  );

/** Marks an attachment that is being undone, so that a boot meanwhile does not have the volume. */
export const beginUndoing = ({ account_id, operation, options }: WorkflowInput): Promise<void> =>
  retryOnConflict(async () => {
    const volume = await getVolume(account_id, String(options.volume_id));
    if (volume?.operation?.id !== operation || volume.status === 'detaching') return;
    const next: VolumeRecord = { ...volume, status: 'detaching', updated_at: rfc3339(civilNow()) };
    await transact([changeVolume(volume, next)]);
  });
