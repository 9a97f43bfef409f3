import { mkdir, readdir } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { PullCall, PullProgress, StoredImage } from '#lib/runtime/driver-images.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { checkId, discardFolder, sweepTrash } from '#lib/runtime/system/files.ts';
import { AbortableQueue } from '#lib/runtime/system/queues.ts';
import { fillImage } from './fill.ts';
import { type ImageRecord, ImageRecords } from './records.ts';
import type { SnapshotRecordOf } from './snapshot-image.ts';

interface Following {
  readonly signal: AbortSignal;
  readonly onPull: (progress: PullProgress) => void;
  /** Where the bytes of an archive come from. */
  readonly handle?: Socket | undefined;
}

/** What the store takes from the host around it. */
export interface StoreContext {
  /** The state folder of the runtime. */
  readonly state: string;
  /** The names of all images and layers that machines and snapshots of this host lie on. */
  used(): Promise<ReadonlySet<string>>;
  readonly snapshot: SnapshotRecordOf;
}

/** Where layers are in a state folder, each by the digest of its tar, beside images of the host's system. */
const layersIn = (state: string): string => join(state, 'images');

const LAYER = /^[0-9a-f]{64}$/;
/** How many images are pulled at once. */
const LANES = 2;

/**
 * The images of one host. Layers are shared by content, belong to the range of ids of the runtime, and are never
 * changed: what a machine writes goes to its own disk. One that nothing lies on any more is removed.
 */
export class ImageStore {
  readonly #context: StoreContext;
  readonly #images: string;
  readonly #records: ImageRecords;
  readonly #lanes = Array.from({ length: LANES }, () => new AbortableQueue());
  readonly #pulls = new Map<string, Promise<StoredImage>>();
  readonly #held = new Map<string, number>();
  /** Layers that were in use at some time since the last sweep began. */
  #touched = new Set<string>();
  #sweeping: Promise<void> = Promise.resolve();
  #turn = 0;

  constructor(context: StoreContext) {
    this.#context = context;
    this.#images = layersIn(context.state);
    this.#records = new ImageRecords(context.state);
  }

  /** Finds what an earlier run has left, and removes what it had begun. */
  async open(): Promise<void> {
    await mkdir(this.#images, { recursive: true, mode: 0o700 });
    await this.#records.open();
    await this.sweep();
    sweepTrash([this.#images]).catch(ignore);
  }

  stored(): StoredImage[] {
    return this.#records.all().map(shownOf);
  }

  get(id: string): ImageRecord | undefined {
    return this.#records.get(id);
  }

  /** Pulls an image; a pull of the same id that is under way is followed. */
  pull(call: PullCall, following: Following): Promise<StoredImage> {
    const id = checkId(call.image.id, 'image');
    const known = this.#records.get(id);
    if (known) return Promise.resolve(shownOf(known));
    const begun = this.#pulls.get(id) ?? this.#begin(call, following);
    this.#pulls.set(id, begun);
    return begun;
  }

  /** Removes an image; its layers stay as long as something lies on them. */
  async remove(id: string): Promise<void> {
    await this.#pulls.get(id)?.catch(ignore);
    await this.#records.remove(checkId(id, 'image'));
    await this.sweep();
  }

  /** Keeps layers while a machine is made of them. Answers the function that ends that. */
  hold(layers: readonly string[]): () => void {
    for (const name of layers) {
      this.#touched.add(name);
      this.#held.set(name, (this.#held.get(name) ?? 0) + 1);
    }
    return () => {
      for (const name of layers) this.#held.set(name, (this.#held.get(name) ?? 1) - 1);
    };
  }

  /** Removes layers on which nothing lies. Those that a pull has just made are in no record yet. */
  sweep(): Promise<void> {
    this.#sweeping = this.#sweeping.then(async () => {
      if (this.#pulls.size === 0) await this.#sweep();
    });
    return this.#sweeping;
  }

  async #sweep(): Promise<void> {
    this.#touched = new Set([...this.#held].flatMap(([name, count]) => (count > 0 ? [name] : [])));
    const there = (await readdir(this.#images)).filter((name) => LAYER.test(name));
    if (there.length === 0) return;
    const used = await this.#context.used();
    for (const name of there) {
      const own = this.#records.all().some(({ layers }) => layers.some((layer) => layer.name === name));
      if (!own && !used.has(name) && !this.#touched.has(name) && this.#pulls.size === 0)
        await discardFolder(join(this.#images, name));
    }
  }

  #begin(call: PullCall, { signal, onPull, handle }: Following): Promise<StoredImage> {
    const lane = this.#lanes[this.#turn++ % LANES] ?? new AbortableQueue();
    const { id, source } = call.image;
    const pulled = lane.run(signal, async (either) => {
      await this.#sweeping;
      const { images, known } = { images: this.#images, known: this.#knownBlobs() };
      const { snapshot } = this.#context;
      const order = { ...call, id, source, images, known, snapshot };
      const record = await fillImage(order, { signal: either, onPull, handle });
      await this.#records.add(record);
      return shownOf(record);
    });
    const ended = () => {
      handle?.destroy();
      this.#pulls.delete(id);
      void this.sweep().catch(ignore);
    };
    pulled.then(ended, ended);
    return pulled;
  }

  #knownBlobs() {
    return this.#records.all().flatMap(({ layers, blobs }) =>
      blobs.flatMap((blob, at) => {
        const layer = layers[at];
        return blob && layer ? [{ ...blob, layer }] : [];
      }),
    );
  }
}

/** What is told of an image. */
function shownOf({ layers: _, blobs: _b, closed: _c, format: _f, ...image }: ImageRecord): StoredImage {
  return image;
}
