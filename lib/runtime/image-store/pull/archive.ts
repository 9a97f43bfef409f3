import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Allowance } from './layer.ts';
import type { ReadText } from './manifest.ts';
import { Refusal } from './refusal.ts';

const BLOCK = 512;
const MOST_TEXT = 4 * 1024 * 1024;
/** The files of an OCI layout; others of it are not needed. */
const LAYOUT = /^(?:\.\/)?(?:oci-layout|index\.json|blobs\/sha256\/([0-9a-f]{64}))$/;
const BEGINNING = /^(?:\.\/)?(?:oci-layout|index\.json|blobs(?:\/.*)?)$/;

/** An archive whose first bytes have been read: whether it is an OCI layout, and all of it. */
export interface Beginning {
  readonly isLayout: boolean;
  readonly whole: AsyncGenerator<Buffer>;
}

/** Looks at the first entries of a tar. Any that is no OCI layout is taken for a root file system. */
export async function begin(tar: AsyncGenerator<Buffer>): Promise<Beginning> {
  let head = Buffer.alloc(0);
  while (head.length < 4 * BLOCK) {
    const { value, done } = await tar.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  const names = [0, BLOCK].map((at) => nameOf(head.subarray(at, at + BLOCK)));
  const isLayout = BEGINNING.test(names[0] === './' ? (names[1] ?? '') : (names[0] ?? ''));
  return { isLayout, whole: again(head, tar) };
}

async function* again(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  yield* rest;
}

const textOf = (field: Buffer): string => field.toString('latin1').split('\0')[0] ?? '';
const nameOf = (header: Buffer): string => textOf(header.subarray(0, 100));

/**
 * Puts the files of an OCI layout that comes as a tar into a folder, each blob under its digest. Refuses a blob that
 * has another digest, and what is no tar.
 */
export async function spool(tar: AsyncIterable<Buffer>, folder: string, allowance: Allowance): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  const bytes = new Reader(tar, allowance);
  for (let header = await bytes.take(BLOCK); header?.some(Boolean); header = await bytes.take(BLOCK)) {
    const size = Number.parseInt(textOf(header.subarray(124, 136)).trim() || '0', 8);
    if (textOf(header.subarray(257, 262)) !== 'ustar' || !Number.isSafeInteger(size) || size < 0)
      throw new Refusal('it is no archive of an image');
    const name = nameOf(header);
    const [known, digest = null] = LAYOUT.exec(name) ?? [];
    const isFile = ['0', '\0'].includes(String.fromCharCode(header[156] ?? 0));
    const file = known === undefined || !isFile ? null : (digest ?? name.replace('./', ''));
    await put(bytes, size, file && join(folder, file), digest);
    await put(bytes, (BLOCK - (size % BLOCK)) % BLOCK, null, null);
  }
}

async function put(bytes: Reader, size: number, path: string | null, digest: string | null): Promise<void> {
  const file = path && (await open(path, 'w', 0o600));
  const hash = createHash('sha256');
  try {
    for await (const part of bytes.some(size)) {
      hash.update(part);
      if (file) await file.writeFile(part);
    }
  } finally {
    if (file) await file.close();
  }
  if (digest !== null && hash.digest('hex') !== digest)
    throw new Refusal(`its blob ${digest} is not what its name says`);
}

/** Takes as many bytes of a stream as are asked for. */
class Reader {
  readonly #parts: AsyncIterator<Buffer>;
  readonly #allowance: Allowance;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>, allowance: Allowance) {
    this.#parts = source[Symbol.asyncIterator]();
    this.#allowance = allowance;
  }

  /** All of a few bytes; null at the end. */
  async take(size: number): Promise<Buffer | null> {
    const parts: Buffer[] = [];
    if (!(await this.#fill())) return null;
    for await (const part of this.some(size)) parts.push(part);
    return Buffer.concat(parts);
  }

  async *some(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (!(await this.#fill())) throw new Refusal('the archive ends too early');
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  async #fill(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const { value, done } = await this.#parts.next();
      if (done) return false;
      this.#allowance.take(value.length);
      this.#rest = value;
    }
    return true;
  }
}

/** Reads manifests and configurations of a layout. Its index stands for the name that a registry has. */
export const fromLayout =
  (folder: string): ReadText =>
  async (_kind, name) => {
    const file = join(folder, name.replace('sha256:', ''));
    const { size } = await stat(file).catch(() => ({ size: -1 }));
    if (size < 0) throw new Refusal(`the archive has no ${name}`);
    if (size > MOST_TEXT) throw new Refusal(`${name} has more than 4 MiB`);
    return readFile(file);
  };

/** The index of a layout, by the name under which it is read. */
export const INDEX = 'index.json';

/** The bytes of a blob of a layout, which were checked when they came. */
export const blobIn = (folder: string, digest: string): AsyncIterable<Buffer> =>
  createReadStream(join(folder, digest.replace('sha256:', '')), { highWaterMark: 1024 * 1024 });
