import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import type { Volume } from '#lib/model/compute/volume.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { readDisks } from '#lib/store/compute/inputs.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import type { VolumeRecord } from '#lib/store/compute/volumes.ts';
import { attaching, requireTarget } from './attachment.ts';
import { requireStatus, toVolume } from './resource.ts';

interface AttachInput {
  id: string;
  instance_id: string;
  device?: string | undefined;
}

/**
 * Attaches a volume to a running or stopped instance on the same host. 404 where either does not exist, 403 over eight
 * volumes, 409 by contract 3.1 and contract 3.3.
 */
export function attachVolume(context: Context, { id, instance_id, device }: AttachInput): Promise<Volume> {
  return retryOnConflict(async () => {
    const { volume, instance, catalog } = await readDisks(context.principal.account_id, {
      volume: id,
      instance: instance_id,
    });
    if (!volume) throw notFound('volume', id);
    context.match(volume.version);
    const target = await requireTarget({ instance, catalog }, instance_id, context.now, device);
    requireStatus(volume, 'attach volume', 'available');
    if (target.host_id !== volume.host_id) throw otherScope(volume, target);
    const { next, writes, workflow } = attaching(context, volume, target, device);
    return context.commit({ writes, reply: toVolume(next), version: volume.version + 1, workflow });
  });
}

/** The 409 where an instance cannot reach the bytes of a volume: each host is its own disk scope. */
const otherScope = (volume: VolumeRecord, instance: InstanceRecord) =>
  new ApiError(
    'wrong_state',
    `volume ${volume.id} is in disk_scope ${volume.host_id}, instance ${instance.id} in disk_scope ${instance.host_id}; a volume attaches within its disk_scope`,
  );
