import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DriverError, type ImageInfo } from '#lib/runtime/driver.ts';
import type { ImageDriver, ImageSource, StoredImage } from '#lib/runtime/driver-images.ts';
import { withStored } from '#lib/runtime/images.ts';
import type { Ask } from './hosted-disks.ts';
import { credentialsFor, type RegistryAccess } from './registry-auth.ts';
import { socketPair } from './socket-pair.ts';

/** The images of a hosted driver, kept by its runtime. Archives are opened here, and sent to it as bytes. */
export class HostedImages implements ImageDriver {
  readonly #ask: Ask;
  readonly #access: RegistryAccess;
  readonly #stored: Map<string, StoredImage>;

  constructor(ask: Ask, access: RegistryAccess, stored: readonly StoredImage[]) {
    this.#ask = ask;
    this.#access = access;
    this.#stored = new Map(stored.map((image) => [image.id, image]));
  }

  stored(): StoredImage[] {
    return [...this.#stored.values()];
  }

  /** The catalog, with the images that the host has. */
  infos(own: readonly ImageInfo[]): ImageInfo[] {
    return withStored(own, this.stored());
  }

  pull: ImageDriver['pull'] = async (image, { signal, onProgress } = {}) => {
    const { source } = image;
    const { loopback } = this.#access;
    const isCatalog = 'registry' in source && source.catalog === true;
    const credentials = isCatalog ? await credentialsFor(source.registry, this.#access) : null;
    const archive = 'archive' in source ? await this.#opened(source.archive, signal) : null;
    const extras = { signal, onPull: onProgress, ...(archive && { handle: archive }) };
    try {
      const stored = await this.#ask('pullImage', { image: shown(image), loopback, credentials }, extras);
      this.#stored.set(stored.id, stored);
      return stored;
    } finally {
      archive?.destroy();
    }
  };

  remove: ImageDriver['remove'] = async (id) => {
    await this.#ask('removeImage', { id });
    this.#stored.delete(id);
  };

  /** One end of a connection, at the other end of which an archive is sent. */
  async #opened(archive: Extract<ImageSource, { archive: unknown }>['archive'], signal?: AbortSignal) {
    const bytes = 'path' in archive ? await fileAt(archive.path) : await fetched(archive.url, signal);
    const { near, far } = await socketPair();
    // What breaks off must not look like an end.
    pipeline(bytes, near).catch(() => near.resetAndDestroy());
    near.resume();
    return far;
  }
}

async function fileAt(path: string): Promise<Readable> {
  const file = await open(path).catch((error: Error) => {
    throw new DriverError('FAILED', `the archive could not be read: ${error.message}`);
  });
  return file.createReadStream();
}

async function fetched(url: string, signal?: AbortSignal): Promise<Readable> {
  const reply = await fetch(url, { signal: signal ?? null, redirect: 'error' }).catch((error: Error) => {
    throw new DriverError('FAILED', `the archive could not be fetched: ${error.message}`);
  });
  if (!reply.ok || !reply.body)
    throw new DriverError('FAILED', `the archive could not be fetched: status ${reply.status}`);
  return Readable.fromWeb(reply.body);
}

/** The runtime is not told where an archive is. */
const shown = <Image extends { readonly id: string; readonly source: ImageSource }>({ id, source }: Image) => ({
  id,
  source: 'archive' in source ? { archive: { path: '' } } : source,
});
