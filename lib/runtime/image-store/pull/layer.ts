import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { launcher } from '#lib/runtime/launcher/launcher.ts';
import { hasCode } from '#lib/runtime/system/errors.ts';
import { removeFolder, syncFolder, TRASH } from '#lib/runtime/system/files.ts';
import { keepOutput } from '#lib/runtime/system/streams.ts';
import { findTool, HOST_ENV } from '#lib/runtime/system/tools.ts';
import { Failure, Refusal } from './refusal.ts';

/** What one image may take. */
export interface Bounds {
  /** Bytes of all its layers, as tar. */
  readonly bytes: number;
  /** Files of one layer. */
  readonly files: number;
  /** Folders within folders. */
  readonly depth: number;
}

/** What is left of the bytes that an image may have. */
export class Allowance {
  #left: number;
  readonly #most: number;

  constructor(bytes: number) {
    this.#left = bytes;
    this.#most = bytes;
  }

  take(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new Refusal(`it has more than ${this.#most / 1024 / 1024} MiB unpacked`);
  }
}

/** An unpacked layer: its name in the store, which is the digest of its tar, and the bytes of its files. */
export interface UnpackedLayer {
  readonly name: string;
  readonly size_bytes: number;
}

/**
 * Unpacks a layer into the store, unless it is there, by a confined program. `source` is its tar, as it is or
 * compressed. Refuses one whose tar has another digest than `expected`. Nothing of it is in the store when it rejects.
 */
export async function unpackLayer(
  source: AsyncIterable<Buffer>,
  expected: string | null,
  { images, bounds, allowance }: { readonly images: string; readonly bounds: Bounds; readonly allowance: Allowance },
): Promise<UnpackedLayer> {
  const draft = join(images, `${randomUUID()}${TRASH}`);
  await mkdir(draft, { mode: 0o755 });
  try {
    const hash = createHash('sha256');
    const size_bytes = await unpacked(source, draft, { bounds, allowance, see: (bytes) => hash.update(bytes) });
    const name = hash.digest('hex');
    if (expected !== null && expected !== `sha256:${name}`)
      throw new Refusal(`a layer is not the one that its configuration names (${expected})`);
    await settle(draft, join(images, name));
    return { name, size_bytes };
  } finally {
    await removeFolder(draft);
  }
}

/** Gives a finished layer its name. One that is there already is the same. */
export async function settle(draft: string, place: string): Promise<void> {
  await flush(draft);
  await rename(draft, place).catch((error: unknown) => {
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  });
  await syncFolder(join(place, '..'));
}

/** Has the disk have all of a folder's file system before its name. */
async function flush(folder: string): Promise<void> {
  const child = spawn('sync', ['-f', folder], { cwd: '/', env: HOST_ENV, stdio: 'ignore' });
  await once(child, 'close');
}

interface Unpacking {
  readonly bounds: Bounds;
  readonly allowance: Allowance;
  readonly see: (bytes: Buffer) => unknown;
}

async function unpacked(source: AsyncIterable<Buffer>, to: string, { bounds, allowance, see }: Unpacking) {
  const { files, depth } = bounds;
  const { file, args, ...options } = launcher('unpack', { to, files, depth });
  const child = spawn(file, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
  const [said, complaint] = [child.stdout, child.stderr].map((stream) => keepOutput(stream, 4096, () => child.kill()));
  const ended = once(child, 'close') as Promise<[number | null]>;
  const measured = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      try {
        allowance.take(bytes.length);
        see(bytes);
        done(null, bytes);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  const flow = pipeline(plain(source), measured, child.stdin).catch((error: unknown) => error);
  const [[code], broken] = await Promise.all([ended, flow]);
  // What breaks off ends too early for the program, and what the program no longer reads breaks off.
  if (broken instanceof Refusal || broken instanceof Failure) throw broken;
  if (code === 3) throw new Refusal(`a layer cannot be unpacked: ${complaint?.().trim()}`);
  if (code !== 0) throw new Failure(`a layer could not be unpacked: ${complaint?.().trim() || 'it was killed'}`);
  if (broken) throw broken;
  return Number(said?.().trim().split(' ')[1] ?? 0);
}

const GZIP = Buffer.from([0x1f, 0x8b]);
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** The tar itself, of one that may be compressed. */
export async function* plain(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const parts = source[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < ZSTD.length) {
    const { value, done } = await parts.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  const rest = whole(head, parts);
  if (head.subarray(0, GZIP.length).equals(GZIP)) yield* through(rest, createGunzip());
  else if (head.subarray(0, ZSTD.length).equals(ZSTD)) yield* throughZstd(rest);
  else yield* rest;
}

async function* whole(head: Buffer, parts: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head;
    for (let next = await parts.next(); !next.done; next = await parts.next()) yield next.value;
  } finally {
    await parts.return?.();
  }
}

async function* through(source: AsyncIterable<Buffer>, unzip: Transform): AsyncGenerator<Buffer> {
  const flow = pipeline(source, unzip).catch((error: unknown) => error);
  try {
    yield* unzip as AsyncIterable<Buffer>;
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw error;
    throw new Refusal('a layer is not what gzip compresses');
  } finally {
    await flow;
  }
}

/** Node reads it from 22.15 on; until then the program does, within as much memory as its standard has it take. */
async function* throughZstd(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const zstd = findTool('zstd');
  if (zstd === null) throw new Failure('a layer is compressed by zstd, which this host does not have (package zstd)');
  const child = spawn(zstd, ['-dcq', '-M128MB'], { cwd: '/', env: HOST_ENV, stdio: ['pipe', 'pipe', 'ignore'] });
  const flow = pipeline(source, (child as ChildProcess & { stdin: NodeJS.WritableStream }).stdin).catch(
    (error: unknown) => error as Error,
  );
  const ended = once(child, 'close') as Promise<[number | null]>;
  yield* child.stdout as Readable as AsyncIterable<Buffer>;
  const [[code], broken] = await Promise.all([ended, flow]);
  if (broken instanceof Refusal || broken instanceof Failure) throw broken;
  if (code !== 0) throw new Refusal('a layer is not what zstd compresses');
}
