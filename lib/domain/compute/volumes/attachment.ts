import { diskMachine, diskOptions, diskSeconds } from '#lib/domain/compute/disks/resource.ts';
import { requireCapability } from '#lib/domain/compute/hosts/place.ts';
import { type Holding, hold } from '#lib/domain/compute/instances/operate.ts';
import { isGone } from '#lib/domain/compute/instances/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { inProgress, isAllowed, wrongState } from '#lib/model/compute/instance-states.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import type { Catalog } from '#lib/store/compute/directory.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { changeVolume, type VolumeRecord } from '#lib/store/compute/volumes.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** An operation that holds an instance and a volume. */
export interface Attachment extends Pick<Holding, 'workflow'> {
  next: VolumeRecord;
  writes: Write[];
}

interface Change {
  kind: 'attach_volume' | 'detach_volume';
  status: 'attaching' | 'detaching';
  /** The options of the workflow. */
  options: Record<string, unknown>;
  volume_ids: string[];
}

/** Begins to attach a volume to an instance; both were just read. */
export const attaching = (
  context: Context,
  volume: VolumeRecord,
  instance: InstanceRecord,
  device?: string,
): Attachment =>
  change(context, volume, instance, {
    kind: 'attach_volume',
    status: 'attaching',
    options: diskOptions(
      'attach_volume',
      { volume_id: volume.id, mount_path: volume.mount_path },
      device === undefined ? {} : { device },
    ),
    // The instance lists the volume from now on, so that a boot in the meantime includes it and the limit counts it.
    volume_ids: [...instance.volume_ids.filter((id) => id !== volume.id), volume.id],
  });

/**
 * Begins to detach a volume from its instance; both were just read. `force` detaches it even if files on it are open.
 */
export const detaching = (
  context: Context,
  volume: VolumeRecord,
  instance: InstanceRecord,
  force: boolean,
): Attachment =>
  change(context, volume, instance, {
    kind: 'detach_volume',
    status: 'detaching',
    options: diskOptions('detach_volume', { volume_id: volume.id, force }),
    volume_ids: instance.volume_ids,
  });

function change(
  context: Context,
  volume: VolumeRecord,
  instance: InstanceRecord,
  { kind, status, options, volume_ids }: Change,
): Attachment {
  const { operation, writes, workflow } = hold(context, instance, {
    kind,
    machine: diskMachine,
    action: kind,
    subject: volume.id,
    options,
    deadline: diskSeconds[kind],
    change: { task: `${status}_volume`, volume_ids },
  });
  const next: VolumeRecord = {
    ...volume,
    status,
    status_reason: null,
    fault: null,
    instance_id: instance.id,
    operation: { id: operation, kind },
    updated_at: rfc3339(context.now),
  };
  return { next, writes: [changeVolume(volume, next), ...writes], workflow };
}

/** Volumes that one instance may have. */
const maxVolumes = 8;

interface Target {
  instance: InstanceRecord | undefined;
  catalog: Catalog;
}

/**
 * The instance that a volume is to be attached to. 404 where it does not exist, 409 where its status, operation or host
 * does not allow it, 403 where it has eight volumes.
 */
export async function requireTarget(
  { instance, catalog }: Target,
  id: string,
  now: Date,
  device?: string,
): Promise<InstanceRecord> {
  if (!instance || isGone(instance, now)) throw notFound('instance', id);
  if (!isAllowed('attach_volume', instance.status, instance)) throw wrongState(id, 'attach_volume', instance.status);
  if (instance.operation) throw inProgress(id, 'attach_volume', instance.operation);
  await requireCapability(catalog, instance.host_id, 'volumes');
  if (instance.status === 'running') await requireCapability(catalog, instance.host_id, 'volume_hot_attach');
  if (device !== undefined) await requireCapability(catalog, instance.host_id, 'block_devices');
  if (instance.volume_ids.length >= maxVolumes) {
    throw new ApiError('quota_exceeded', `${maxVolumes} of ${maxVolumes} volumes of instance ${id} used`);
  }
  return instance;
}
