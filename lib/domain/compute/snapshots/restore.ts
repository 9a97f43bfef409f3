import { checkBalance } from '#lib/domain/billing/wallets/afford.ts';
import { diskMachine, diskOptions, diskSeconds } from '#lib/domain/compute/disks/resource.ts';
import { lackOf } from '#lib/domain/compute/hosts/place.ts';
import { operateOn } from '#lib/domain/compute/instances/operate.ts';
import { isGone } from '#lib/domain/compute/instances/resource.ts';
import { presentPrice } from '#lib/domain/compute/instances/settle.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { planOf } from '#lib/model/platform/catalog.ts';
import { priceDelta } from '#lib/model/platform/dry-run.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { readDisks } from '#lib/store/compute/inputs.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { changeSnapshot, type SnapshotRecord } from '#lib/store/compute/snapshots.ts';
import { checkSnapshot, requireStatus } from './resource.ts';

export interface RestoreInput {
  id: string;
  instance_id: string;
  start?: boolean | undefined;
}

/**
 * Restores an instance's disk from a snapshot, and then its power state, or the state that `start` requests. 404, 402
 * where it starts a stopped instance, 409 unless contract 3.1 and contract 3.2 allow it.
 */
export function restoreSnapshot(context: Context, { id, instance_id, start }: RestoreInput): Promise<Instance> {
  return retryOnConflict(async () => {
    const found = await readDisks(context.principal.account_id, { instance: instance_id, snapshot: id });
    const { instance, catalog } = found;
    if (!instance || isGone(instance, context.now)) throw notFound('instance', instance_id);
    const snapshot = checkSnapshot(found.snapshot, { id, instance_id });
    const lack = await lackOf(catalog, instance.host_id, 'snapshots');
    const up = instance.status === 'running';
    const starts = start ?? up;
    const hourly = instance.price_hourly_paise;
    return operateOn(context, instance, {
      kind: 'restore_snapshot',
      machine: diskMachine,
      action: 'restore',
      status: 'restoring',
      subject: id,
      options: diskOptions('restore_snapshot', { snapshot_id: id, start: starts }),
      deadline: diskSeconds.restore_snapshot,
      change: { ssh_ready: false },
      check: () => {
        requireStatus(snapshot, 'restore', 'available');
        if (snapshot.host_id !== instance.host_id) throw otherScope(snapshot, instance);
        if (lack) throw lack;
      },
      also: (_, operation) => [
        changeSnapshot(snapshot, restoring(snapshot, operation, context.now)),
        ...(starts && !up ? [checkBalance(instance.account_id, hourly, instance.instance_type_id)] : []),
      ],
      rehearse: () =>
        priceDelta(
          presentPrice(instance),
          starts ? planOf(instance).price_monthly : presentPrice({ ...instance, status: 'stopped', has_disk: true }),
        ),
    });
  });
}

const otherScope = (snapshot: SnapshotRecord, instance: InstanceRecord) =>
  new ApiError(
    'wrong_state',
    `snapshot ${snapshot.id} is in snapshot_scope ${snapshot.host_id}, instance ${instance.id} on host ${instance.host_id}; launch from it instead`,
  );

const restoring = (snapshot: SnapshotRecord, operation: string, now: Date): SnapshotRecord => ({
  ...snapshot,
  status: 'restoring',
  progress_percent: 0,
  operation: { id: operation, kind: 'restore_snapshot' },
  updated_at: rfc3339(now),
});
