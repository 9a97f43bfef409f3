import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { Backend, ImageProgram, ImageTraits } from '#lib/runtime/backend.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import type { ImageRecord } from '#lib/runtime/image-store/records.ts';
import type { ImageStore } from '#lib/runtime/image-store/store.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { imageUser } from './check-spec.ts';
import type { MachineRecord } from './record.ts';

/** What a new machine takes from its image. */
export interface MadeOf {
  readonly own: Pick<MachineRecord, 'user' | 'root'>;
  readonly traits: ImageTraits | undefined;
  /** Its layers stay until this is called. */
  release(): void;
}

/**
 * What a machine is made of: an image of the store, or else the host's own system. INVALID for an image that the host
 * has not, or that cannot run as it is asked for.
 */
export function madeOf(
  { image_id, run_entrypoint = false }: Pick<MachineSpec, 'image_id' | 'run_entrypoint'>,
  { backend: { root }, images }: { readonly backend: Pick<Backend, 'root'>; readonly images: ImageStore | null },
): MadeOf {
  const image = images?.get(image_id);
  if (!image || !images) {
    const user = imageUser(image_id);
    if (run_entrypoint) throw new DriverError('INVALID', `image ${image_id.slice(0, 60)} has no entrypoint`);
    return { own: { user, ...(root !== undefined && { root }) }, traits: undefined, release: ignore };
  }
  if (!image.shell) throw new DriverError('INVALID', `image ${image_id} has no /bin/sh, which a machine needs`);
  const layers = image.layers.map(({ name }) => name).reverse();
  return {
    own: { user: image.default_user, root: layers },
    traits: { ...image, program: run_entrypoint ? programOf(image) : null },
    release: images.hold(layers),
  };
}

function programOf({ id, entrypoint, cmd, env, working_dir, user, passwd }: ImageRecord): ImageProgram {
  const argv = [...entrypoint, ...cmd];
  if (argv.length === 0) throw new DriverError('INVALID', `image ${id} has no entrypoint`);
  return { argv, env, cwd: working_dir, user, passwd };
}
