import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredImage } from '#lib/runtime/driver-images.ts';
import { checkId, dropDraft, syncFolder, writeJson } from '#lib/runtime/system/files.ts';
import type { Facts } from './facts.ts';
import type { Pulled } from './pull/order.ts';

/** What is kept of an image beside its layers. */
export interface ImageRecord extends StoredImage, Pick<Pulled, 'layers' | 'blobs'>, Pick<Facts, 'closed'> {
  readonly format: 1;
}

const ENDING = '.json';
/** Where they are in a state folder. */
const recordsIn = (state: string): string => join(state, 'image-records');

/** What a store holds: a layer of several images counts once. */
export interface StoreSize {
  readonly images: number;
  readonly layers: number;
  readonly bytes: number;
}

/** What the store of a state folder holds, by its records. Rejects where these cannot be read. */
export async function storeSize(state: string): Promise<StoreSize> {
  const names = (await readdir(recordsIn(state))).filter((name) => name.endsWith(ENDING));
  const records = await Promise.all(names.map((name) => readFile(join(recordsIn(state), name), 'utf8')));
  const layers = new Map<string, number>();
  for (const { name, size_bytes } of records.flatMap((text) => (JSON.parse(text) as ImageRecord).layers))
    layers.set(name, Math.max(size_bytes, layers.get(name) ?? 0));
  return { images: names.length, layers: layers.size, bytes: [...layers.values()].reduce((sum, one) => sum + one, 0) };
}

/** The images of one host, each a file that names its layers. */
export class ImageRecords {
  readonly #folder: string;
  readonly #records = new Map<string, ImageRecord>();

  constructor(state: string) {
    this.#folder = recordsIn(state);
  }

  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.#folder)) {
      const file = join(this.#folder, name.replace(/\.new$/, ''));
      await dropDraft(file);
      if (!name.endsWith(ENDING)) continue;
      const record = JSON.parse(await readFile(file, 'utf8')) as ImageRecord;
      this.#records.set(record.id, record);
    }
  }

  get(id: string): ImageRecord | undefined {
    return this.#records.get(id);
  }

  all(): ImageRecord[] {
    return [...this.#records.values()];
  }

  async add(record: ImageRecord): Promise<void> {
    await writeJson(this.#file(record.id), record);
    await syncFolder(this.#folder);
    this.#records.set(record.id, record);
  }

  async remove(id: string): Promise<void> {
    await rm(this.#file(id), { force: true });
    await syncFolder(this.#folder);
    this.#records.delete(id);
  }

  #file(id: string): string {
    return join(this.#folder, checkId(id, 'image') + ENDING);
  }
}
