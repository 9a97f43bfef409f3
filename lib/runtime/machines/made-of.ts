import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { Backend, ImageProgram, ImageTraits } from '#lib/runtime/backend.ts';
import { DriverError } from '#lib/runtime/driver.ts';
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
    programFor({ image_id, run_entrypoint }, images);
    return { own: { user, ...(root !== undefined && { root }) }, traits: undefined, release: ignore };
  }
  if (!image.shell && !run_entrypoint)
    throw new DriverError('INVALID', `image ${image_id} has no /bin/sh: it needs run_entrypoint`);
  const layers = image.layers.map(({ name }) => name).reverse();
  return {
    own: { user: image.default_user, root: layers },
    traits: { ...image, program: programFor({ image_id, run_entrypoint }, images) },
    release: images.hold(layers),
  };
}

/** The program that a machine runs, where it is asked to. INVALID where its image names none. */
export function programFor(
  { image_id, run_entrypoint = false }: Pick<MachineSpec, 'image_id' | 'run_entrypoint'>,
  images: ImageStore | null,
): ImageProgram | null {
  if (!run_entrypoint) return null;
  const { entrypoint = [], cmd = [], env = [], working_dir = '', user = '' } = images?.get(image_id) ?? {};
  const argv = [...entrypoint, ...cmd];
  if (argv.length === 0) throw new DriverError('INVALID', `image ${image_id.slice(0, 60)} has no entrypoint`);
  return { argv, env, cwd: working_dir, user };
}
