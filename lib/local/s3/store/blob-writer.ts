import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Encryption } from './encryption.ts';
import type { BlobRef } from './records.ts';

/** Smaller blobs are rows of the index: one flush instead of three, shared with other writes. */
const INLINE_BYTES = 16 * 1024;
/** Bytes written at a time. The next batch is hashed and gathered meanwhile. */
const BATCH = 1024 * 1024;

/** A written blob: its place and, where it is small, its bytes, which become part of the index when it is published. */
export interface WrittenBlob {
  ref: BlobRef;
  bytes: Buffer | undefined;
}

/** Takes bytes in order and makes an immutable blob. It is invisible until it is published. */
export class BlobWriter {
  readonly id: string;
  readonly #path: string;
  readonly #fsync: boolean;
  readonly #begin: (() => Promise<Encryption>) | undefined;
  #encryption: Encryption | undefined;
  #size = 0;
  #gathered: Buffer[] = [];
  #gatheredBytes = 0;
  #file: Promise<FileHandle> | undefined;
  #pending: Promise<void> = Promise.resolve();
  #failed: unknown;

  /** With `encryption` the bytes are encrypted; it is begun when there is something to write. */
  constructor({
    id,
    path,
    fsync,
    encryption,
  }: {
    id: string;
    path: string;
    fsync: boolean;
    encryption?: (() => Promise<Encryption>) | undefined;
  }) {
    this.id = id;
    this.#begin = encryption;
    this.#path = path;
    this.#fsync = fsync;
  }

  get size(): number {
    return this.#size;
  }

  /**
   * Takes bytes, which must not change afterwards. Resolves when more may follow, at most one batch ahead of the disk.
   */
  async write(bytes: Buffer): Promise<void> {
    this.#size += bytes.length;
    this.#gather((await this.#encrypting())?.push(bytes) ?? [bytes]);
    if (this.#gatheredBytes < BATCH) return;
    await this.#pending;
    if (this.#failed) throw this.#failed;
    this.#flush();
  }

  /** Resolves once everything is on the disk; rejects where that fails. A blob may be empty. */
  async finish(): Promise<WrittenBlob> {
    const encryption = await this.#encrypting();
    if (encryption) this.#gather(encryption.end());
    const ref = { id: this.id, size: this.#size, ...(encryption && { sealed: encryption.sealed }) };
    if (!this.#file && this.#size <= INLINE_BYTES) {
      return { ref: { ...ref, where: 'inline' }, bytes: Buffer.concat(this.#gathered) };
    }
    await this.#pending;
    this.#flush();
    await this.#pending;
    const file = await (this.#file as Promise<FileHandle>);
    if (this.#failed) throw this.#failed;
    if (this.#fsync) {
      await file.datasync();
      await syncFolder(dirname(this.#path));
    }
    await file.close();
    return { ref: { ...ref, where: 'file' }, bytes: undefined };
  }

  /** Discards the blob and what was written of it. It may be called at any time, also after `finish`. */
  async discard(): Promise<void> {
    this.#gathered = [];
    await this.#pending;
    const file = await this.#file?.catch(() => undefined);
    if (!file) return;
    await file.close().catch(() => undefined);
    await unlink(this.#path).catch(() => undefined);
  }

  async #encrypting(): Promise<Encryption | undefined> {
    this.#encryption ??= await this.#begin?.();
    return this.#encryption;
  }

  #gather(pieces: Buffer[]): void {
    this.#gathered.push(...pieces);
    this.#gatheredBytes += pieces.reduce((sum, { length }) => sum + length, 0);
  }

  #flush(): void {
    const batch = this.#gathered;
    if (batch.length === 0) return;
    this.#gathered = [];
    this.#gatheredBytes = 0;
    this.#file ??= create(this.#path, this.#fsync);
    this.#pending = this.#append(this.#file, batch).catch((error: unknown) => {
      this.#failed = error;
    });
  }

  async #append(opening: Promise<FileHandle>, batch: Buffer[]): Promise<void> {
    const file = await opening;
    const bytes = batch.reduce((sum, { length }) => sum + length, 0);
    const { bytesWritten } = await file.writev(batch);
    if (bytesWritten !== bytes) throw new Error(`the disk took ${bytesWritten} of ${bytes} bytes`);
  }
}

/** Creates a file, and its folder where it is the first there. */
async function create(path: string, fsync: boolean): Promise<FileHandle> {
  const folder = dirname(path);
  const isFirst = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined;
  if (isFirst && fsync) await syncFolder(dirname(folder));
  return open(path, 'wx', 0o600);
}

/** A new file's name is durable only once its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
