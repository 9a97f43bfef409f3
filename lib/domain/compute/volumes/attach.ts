import { type Context, retryOnConflict } from '#lib/domain/platform/context.ts';
import type { Volume } from '#lib/model/compute/volume.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { readDisks } from '#lib/store/compute/inputs.ts';
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
    const { volume, instance, hosts } = await readDisks(context.principal.account_id, {
      volume: id,
      instance: instance_id,
    });
    if (!volume) throw notFound('volume', id);
    context.match(volume.version);
    const target = requireTarget({ instance, hosts }, instance_id, context.now, device);
    requireStatus(volume, 'attach volume', 'available');
    if (target.host_id !== volume.host_id) throw otherHostError(id, instance_id);
    const { next, writes, workflow } = attaching(context, volume, target, device);
    return context.commit({ writes, reply: toVolume(next), version: volume.version + 1, workflow });
  });
}

const otherHostError = (volume: string, instance: string) =>
  new ApiError(
    'wrong_state',
    `volume ${volume} is on another host than instance ${instance}; its bytes cannot move there`,
  );
