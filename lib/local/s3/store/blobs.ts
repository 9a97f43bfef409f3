import { randomBytes } from 'node:crypto';
import { constants, mkdirSync } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { BlobWriter } from './blob-writer.ts';
import type { BlobRef, PieceRecord } from './records.ts';
import type { Tables } from './tables.ts';

/** Files are spread over so many folders. */
const FOLDERS = 256;

/** Milliseconds for which what was let go is gathered: to remove it takes a flush, for which the next request would wait. */
const GATHERED = 100;

interface BlobsOptions {
  dir: string;
  tables: Tables;
  fsync: boolean;
  log: (message: string) => void;
}

interface Garbage {
  key: Buffer;
  value: { where: BlobRef['where']; root: string };
}

/** The bytes of objects: files of random names, never changed once written; small ones are rows of the index. */
export class Blobs {
  readonly dir: string;
  readonly #tables: Tables;
  readonly #fsync: boolean;
  readonly #log: (message: string) => void;
  /** Ids that are being written or await their publication: no sweep may take them. */
  readonly writing = new Set<string>();
  readonly #pins = new Map<string, number>();
  #collecting: Promise<void> | undefined;
  #gathering: NodeJS.Timeout | undefined;
  #again = false;

  constructor({ dir, tables, fsync, log }: BlobsOptions) {
    this.dir = join(dir, 'blobs');
    this.#tables = tables;
    this.#fsync = fsync;
    this.#log = log;
    for (let folder = 0; folder < FOLDERS; folder += 1) mkdirSync(join(this.dir, hex(folder)), { recursive: true });
  }

  /** Where a blob's file is. */
  path(id: string): string {
    return join(this.dir, id.slice(0, 2), id);
  }

  /** Begins a blob; whoever does must publish or discard what comes of it, then `settle` it. */
  writer(): BlobWriter {
    const id = newId();
    this.writing.add(id);
    return new BlobWriter({ id, path: this.path(id), fsync: this.#fsync });
  }

  /** A blob that is a list of others. */
  manifestRef(size: number): BlobRef {
    return { id: newId(), size, where: 'manifest' };
  }

  /** A written blob was published, or is not to be: the sweep may judge it by the index from here on. */
  settle(id: string): void {
    this.writing.delete(id);
  }

  /** Keeps a blob, and all that it is made of, readable until the function it returns is called. */
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

  /** Bytes of a small blob. */
  inlineBytes(id: string): Buffer {
    const bytes = this.#tables.inline.get(idKey(id));
    if (!bytes) throw new Error(`the bytes of blob ${id} are not in the index`);
    return bytes;
  }

  /** The blobs that a blob is made of; itself unless it is a manifest. */
  pieces(blob: BlobRef): PieceRecord[] {
    if (blob.where !== 'manifest') return [blob];
    const pieces = this.#tables.manifests.get(idKey(blob.id));
    if (!pieces) throw new Error(`manifest ${blob.id} is not in the index`);
    return pieces;
  }

  /** Removes in a moment what nothing holds any more, apart from what is being read. */
  collectSoon(): void {
    this.#again = true;
    this.#gathering ??= setTimeout(() => void this.#collectNow(), GATHERED).unref();
  }

  /** Removes at once what was to be removed soon; resolves when none of that is left. */
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

  /** Unlinks a blob's file, if there is one. */
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

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
