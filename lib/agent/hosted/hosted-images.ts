import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DriverError, type ImageInfo } from '#lib/runtime/driver.ts';
import type { ImageDriver, ImageSource, StoredImage } from '#lib/runtime/driver-images.ts';
import { CATALOG_REGISTRY, hostImages, withStored } from '#lib/runtime/images.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import type { Ask } from './hosted-disks.ts';
import { credentialsFor, type RegistryAccess } from './registry-auth.ts';
import { RegistryWay } from './registry-way.ts';
import { socketPair } from './socket-pair.ts';

/** The images of a hosted driver, kept by its runtime. Archives are opened here, and sent to it as bytes. */
export class HostedImages implements ImageDriver {
  readonly #ask: Ask;
  readonly #access: RegistryAccess;
  readonly #registry: string;
  readonly #way: RegistryWay;
  readonly #listeners = new Set<() => Promise<void>>();
  #stored: ReadonlyMap<string, StoredImage> = new Map();

  constructor(ask: Ask, access: RegistryAccess) {
    this.#ask = ask;
    this.#access = access;
    this.#registry = access.catalog ?? CATALOG_REGISTRY;
    this.#way = new RegistryWay({ ...access, registry: this.#registry }, () => void this.#changed());
  }

  /** Takes what a runtime has found in its store. */
  found(stored: readonly StoredImage[]): this {
    this.#stored = new Map(stored.map((image) => [image.id, image]));
    return this;
  }

  stored(): StoredImage[] {
    return [...this.#stored.values()];
  }

  /** The catalog, with the images that the host has, and whether it can have the others. */
  infos(): ImageInfo[] {
    return withStored(hostImages(), { stored: this.stored(), registry: this.#registry, reason: this.#way.reason });
  }

  onChange = (listener: () => Promise<void>): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  async #changed(): Promise<void> {
    await Promise.all([...this.#listeners].map((tell) => tell().catch(ignore)));
  }

  pull: ImageDriver['pull'] = async (image, { signal, onProgress } = {}) => {
    const { source } = image;
    const { loopback } = this.#access;
    const isCatalog = 'registry' in source && source.catalog === true;
    const credentials = isCatalog ? await credentialsFor(source.registry, this.#access) : null;
    // What the control plane names, no host but a laptop, which is its user's own, reads of its files.
    if (!loopback && 'archive' in source && 'path' in source.archive)
      throw new DriverError('INVALID', 'a file of the host can be imported on a laptop only');
    const archive = 'archive' in source ? await this.#opened(source.archive, signal) : null;
    const extras = { signal, onPull: onProgress, ...(archive && { handle: archive }) };
    try {
      const stored = await this.#ask('pullImage', { image: shown(image), loopback, credentials }, extras);
      await this.#keep(stored.id, stored);
      return stored;
    } finally {
      archive?.destroy();
    }
  };

  remove: ImageDriver['remove'] = async (id) => {
    await this.#ask('removeImage', { id });
    await this.#keep(id, undefined);
  };

  async #keep(id: string, image: StoredImage | undefined): Promise<void> {
    const rest = this.stored().filter((one) => one.id !== id);
    this.found(image ? [...rest, image] : rest);
    // An account's own images are in no offer.
    if (!id.startsWith('img-')) await this.#changed();
  }

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
