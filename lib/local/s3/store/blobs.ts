import { randomBytes } from 'node:crypto';
import { constants, mkdirSync } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { BlobWriter } from './blob-writer.ts';
import { beginEncryption, type KeyBox } from './encryption.ts';
import type { BlobRef, PieceRecord } from './records.ts';
import type { Tables } from './tables.ts';

/**
 * Milliseconds for which blobs to delete are collected, since a deletion needs a flush for which the next request would
 * wait.
 */
const GATHERED = 100;

interface BlobsOptions {
  dir: string;
  tables: Tables;
  fsync: boolean;
  log: (message: string) => void;
  /** Seals the keys of encrypted blobs; without it none can be encrypted. */
  box?: KeyBox | undefined;
}

interface Garbage {
  key: Buffer;
  value: { where: BlobRef['where']; root: string };
}

/** The bytes of objects: files of random names that never change; small ones are rows of the index. */
export class Blobs {
  readonly dir: string;
  readonly #tables: Tables;
  readonly #fsync: boolean;
  readonly #log: (message: string) => void;
  readonly #box: KeyBox | undefined;
  /** Ids of blobs that are being written or wait for their publication; the sweep does not delete them. */
  readonly writing = new Set<string>();
  readonly #pins = new Map<string, number>();
  #collecting: Promise<void> | undefined;
  #gathering: NodeJS.Timeout | undefined;
  #again = false;

  constructor({ dir, tables, fsync, log, box }: BlobsOptions) {
    this.dir = join(dir, 'blobs');
    this.#tables = tables;
    this.#fsync = fsync;
    this.#log = log;
    this.#box = box;
    mkdirSync(this.dir, { recursive: true });
  }

  /** The path of a blob's file, in one of 256 folders. */
  path(id: string): string {
    return join(this.dir, id.slice(0, 2), id);
  }

  /** Whether blobs can be encrypted. */
  get encrypts(): boolean {
    return this.#box !== undefined;
  }

  /** What opens the keys of encrypted blobs. */
  get box(): KeyBox {
    if (this.#box) return this.#box;
    throw new Error('there is nothing to seal keys with');
  }

  /** Begins a blob, encrypted or not. The caller must publish or discard it, and then `settle` it. */
  writer(encryption?: 'AES256'): BlobWriter {
    const id = newId();
    this.writing.add(id);
    const begin = encryption && (() => beginEncryption(this.box, id));
    return new BlobWriter({ id, path: this.path(id), fsync: this.#fsync, encryption: begin });
  }

  /** A blob that consists of other blobs. */
  manifestRef(size: number): BlobRef {
    return { id: newId(), size, where: 'manifest' };
  }

  /** Called once a blob was published or discarded. From then on the sweep decides on it by the index. */
  settle(id: string): void {
    this.writing.delete(id);
  }

  /** Keeps a blob, and the blobs of which it consists, readable until the returned function is called. */
  pin({ id }: BlobRef): () => void {
    this.#pins.set(id, (this.#pins.get(id) ?? 0) + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const left = (this.#pins.get(id) ?? 1) - 1;
      if (left > 0) this.#pins.set(id, left);
      else {
        this.#pins.delete(id);
        this.collectSoon();
      }
    };
  }

  /** Opens a blob's file. */
  open(id: string): Promise<FileHandle> {
    return open(this.path(id), constants.O_RDONLY);
  }

  /** The bytes of a small blob. */
  inlineBytes(id: string): Buffer {
    const bytes = this.#tables.inline.get(idKey(id));
    if (!bytes) throw new Error(`the bytes of blob ${id} are not in the index`);
    return bytes;
  }

  /** The blobs of which a blob consists; itself unless it is a manifest. */
  pieces(blob: BlobRef): PieceRecord[] {
    if (blob.where !== 'manifest') return [blob];
    const pieces = this.#tables.manifests.get(idKey(blob.id));
    if (!pieces) throw new Error(`manifest ${blob.id} is not in the index`);
    return pieces;
  }

  /** Deletes soon what is no longer held, except what is being read. */
  collectSoon(): void {
    this.#again = true;
    this.#gathering ??= setTimeout(() => void this.#collectNow(), GATHERED).unref();
  }

  /** Deletes now what was to be deleted soon. Resolves when none of it is left. */
  async idle(): Promise<void> {
    while (this.#again || this.#collecting !== undefined) await this.#collectNow();
  }

  #collectNow(): Promise<void> {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    this.#collecting ??= this.#collect()
      .catch((error: unknown) => this.#log(`what was deleted stays on the disk for now: ${String(error)}`))
      .finally(() => {
        this.#collecting = undefined;
      });
    return this.#collecting;
  }

  async #collect(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      for (let batch = this.#collectable(); batch.length > 0; batch = this.#collectable()) await this.#destroy(batch);
    }
  }

  async #destroy(batch: Garbage[]): Promise<void> {
    for (const { key, value } of batch) if (value.where === 'file') await this.remove(idOf(key));
    await this.#tables.commit(() => {
      for (const { key, value } of batch) {
        if (value.where === 'inline') this.#tables.inline.removeSync(key);
        if (value.where === 'manifest') this.#tables.manifests.removeSync(key);
        this.#tables.garbage.removeSync(key);
      }
    });
  }

  #collectable(): Garbage[] {
    const batch: Garbage[] = [];
    for (const { key, value } of this.#tables.garbage.getRange({})) {
      if (!this.#pins.has(value.root)) batch.push({ key, value });
      if (batch.length === 500) break;
    }
    return batch;
  }

  /** Deletes a blob's file, if there is one. */
  async remove(id: string): Promise<void> {
    await unlink(this.path(id)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}

/** The key of a blob's rows. */
export function idKey(id: string): Buffer {
  return Buffer.from(id, 'hex');
}

/** The id that is the key of a blob's row. */
function idOf(key: Uint8Array): string {
  return Buffer.from(key).toString('hex');
}

const newId = (): string => randomBytes(16).toString('hex');
