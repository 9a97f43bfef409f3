import { diskMachine, diskOptions, diskSeconds } from '#lib/domain/compute/disks/resource.ts';
import { requireCapability } from '#lib/domain/compute/hosts/place.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { readDisks } from '#lib/store/compute/inputs.ts';
import { operateOn } from './operate.ts';
import { isGone } from './resource.ts';

/**
 * Has a stopped instance's disk be a file system of the size of its plan. Only its host knows whether it is one
 * already. 404; 409 unless it is stopped, and where its host does not limit disks.
 */
export function convertDisk(context: Context, id: string): Promise<Instance> {
  return retryOnConflict(async () => {
    const { instance, catalog } = await readDisks(context.principal.account_id, { instance: id });
    if (!instance || isGone(instance, context.now)) throw notFound('instance', id);
    await requireCapability(catalog, instance.host_id, 'disk_limit');
    return operateOn(context, instance, {
      kind: 'convert_disk',
      machine: diskMachine,
      action: 'convert_disk',
      options: diskOptions('convert_disk', {}),
      deadline: diskSeconds.convert_disk,
      change: { task: 'converting_disk' },
    });
  });
}
