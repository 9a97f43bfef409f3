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

/** A layer to unpack: its tar, as it is or compressed, and the digest that this is to have. */
export interface PackedLayer {
  readonly source: () => AsyncIterable<Buffer>;
  readonly expected: string | null;
}

interface Unpacker {
  readonly images: string;
  readonly bounds: Bounds;
  readonly allowance: Allowance;
}

/** How many layers of an image are unpacked at once: on a host of two cores more would wait for one another. */
const LANES = 2;

/**
 * Unpacks layers into the store, unless they are there, by a confined program for each. Refuses one whose tar has
 * another digest than it is expected to have. Nothing of them is in the store when it rejects.
 */
export async function unpackLayers(packed: readonly PackedLayer[], unpacker: Unpacker): Promise<UnpackedLayer[]> {
  const { images } = unpacker;
  const drafts = packed.map(() => join(images, `${randomUUID()}${TRASH}`));
  const layers: UnpackedLayer[] = [];
  const failures: unknown[] = [];
  const queue = [...packed.entries()];
  const lane = async () => {
    for (let next = queue.shift(); next && failures.length === 0; next = queue.shift()) {
      const [at, { source, expected }] = next;
      const parts = until(source(), () => failures.length > 0);
      await unpackLayer(parts, expected, { ...unpacker, draft: drafts[at] ?? '' }).then(
        (layer) => (layers[at] = layer),
        (error: unknown) => failures.push(error),
      );
    }
  };
  try {
    await Promise.all(Array.from({ length: LANES }, lane));
    if (failures.length > 0) throw failures[0];
    if (drafts.length > 0) await flush(images);
    for (const [at, { name }] of layers.entries()) await named(drafts[at] ?? '', join(images, name));
    await syncFolder(images);
    return layers;
  } finally {
    for (const draft of drafts) await removeFolder(draft);
  }
}

/** The parts of a source, which breaks off once there is no use for it. */
async function* until(source: AsyncIterable<Buffer>, isOver: () => boolean): AsyncGenerator<Buffer> {
  for await (const part of source) {
    if (isOver()) throw new Failure('another layer could not be unpacked');
    yield part;
  }
}

async function unpackLayer(
  source: AsyncIterable<Buffer>,
  expected: string | null,
  { bounds, allowance, draft }: Unpacker & { readonly draft: string },
): Promise<UnpackedLayer> {
  await mkdir(draft, { mode: 0o755 });
  const hash = createHash('sha256');
  const size_bytes = await unpacked(source, draft, { bounds, allowance, see: (bytes) => hash.update(bytes) });
  const name = hash.digest('hex');
  if (expected !== null && expected !== `sha256:${name}`)
    throw new Refusal(`a layer is not the one that its configuration names (${expected})`);
  return { name, size_bytes };
}

/** Gives a finished layer its name, once the disk has it. One that is there already is the same. */
export async function settle(draft: string, place: string): Promise<void> {
  await flush(draft);
  await named(draft, place);
  await syncFolder(join(place, '..'));
}

const named = (draft: string, place: string): Promise<void> =>
  rename(draft, place).catch((error: unknown) => {
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  });

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
