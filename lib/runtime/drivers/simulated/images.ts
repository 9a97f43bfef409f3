import { createHash } from 'node:crypto';
import type { ImageDriver, ImagePull, ImageSource, StoredImage } from '#lib/runtime/driver-images.ts';
import { catalogUser } from '#lib/runtime/images.ts';
import type { SimulatedHost } from './host.ts';

/** Images of which only the records are kept. */
export class SimulatedImages implements ImageDriver {
  readonly #host: SimulatedHost;

  constructor(host: SimulatedHost) {
    this.#host = host;
  }

  pull: ImageDriver['pull'] = (image, options) =>
    this.#host.enqueue(image.id, options?.signal, async (signal) => {
      const known = this.#host.state.images.get(image.id);
      if (known) return known;
      if ('snapshot_id' in image.source) this.#host.snapshot(image.source.snapshot_id);
      options?.onProgress?.({ done_bytes: 0, total_bytes: SIZE, step: 'downloading' });
      await this.#host.pass('pullImage', signal);
      const made = described(image);
      this.#host.state.images.set(image.id, made);
      await this.#host.save('images');
      options?.onProgress?.({ done_bytes: SIZE, total_bytes: SIZE, step: 'unpacking' });
      return made;
    });

  async remove(id: string): Promise<void> {
    this.#host.abort(id);
    await this.#host.enqueue(id, undefined, async (signal) => {
      if (!this.#host.state.images.has(id)) return;
      await this.#host.pass('removeImage', signal);
      this.#host.state.images.delete(id);
      await this.#host.save('images');
    });
  }

  stored = (): readonly StoredImage[] => [...this.#host.state.images.values()];
}

/** Bytes of every image. */
const SIZE = 64 * 2 ** 20;

/** An image into which nobody looks: one of a registry is for the program that its repository is named after. */
function described({ id, source }: ImagePull): StoredImage {
  const reference = 'registry' in source ? source.registry : null;
  return {
    id,
    digest: `sha256:${createHash('sha256').update(named(source)).digest('hex')}`,
    reference,
    size_bytes: SIZE,
    architecture: process.arch === 'arm64' ? 'arm64' : 'amd64',
    default_user: catalogUser(id) ?? 'root',
    env: [],
    working_dir: '',
    user: '',
    entrypoint: [],
    cmd: reference === null ? [] : [programOf(reference)],
    shell: true,
    init: null,
    package_manager: null,
  };
}

const programOf = (reference: string): string => reference.split('/').at(-1)?.split(/[:@]/)[0] ?? '';

/** The same source makes the same image; a signed URL counts without its signature. */
function named(source: ImageSource): string {
  if ('registry' in source) return source.registry;
  if ('snapshot_id' in source) return source.snapshot_id;
  return 'url' in source.archive ? (source.archive.url.split('?')[0] ?? '') : source.archive.path;
}
