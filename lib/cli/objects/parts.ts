import { createHash, randomUUID } from 'node:crypto';
import {
  constants,
  copyFileSync,
  createReadStream,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { cacheDir } from '#lib/cli/config/environment.ts';
import { checkTrusted } from '#lib/cli/config/trust.ts';
import type { Place } from './place.ts';
import type { Sink } from './receive.ts';

const folder = () => join(cacheDir(), 'downloads');

/**
 * A file in the cache, where nobody else writes, which has an object's bytes until all are there. Its name is made of
 * the object's place and the wanted file, and has the object's ETag, so that the next run knows of which object its
 * bytes are.
 */
export class Part implements Sink {
  at = 0;
  etag: string | undefined;
  readonly #begin: string;
  #file: string;

  constructor(endpoint: string, { bucket, key }: Place, path: string) {
    mkdirSync(folder(), { recursive: true, mode: 0o700 });
    checkTrusted(folder());
    const what = JSON.stringify([endpoint, bucket, key, resolve(path)]);
    this.#begin = `${createHash('sha256').update(what).digest('hex')}.`;
    this.#file = this.#named('none');
    const [found] = readdirSync(folder()).filter((name) => name.startsWith(this.#begin));
    const tag = found?.slice(this.#begin.length);
    if (found === undefined || tag === undefined || tag === 'none') return;
    this.#file = join(folder(), found);
    this.at = statSync(this.#file).size;
    this.etag = `"${tag}"`;
  }

  async open(etag: string | undefined, at: number): Promise<Writable> {
    const [, tag = 'none'] = /^"([\w-]{1,80})"$/.exec(etag ?? '') ?? [];
    if (this.#named(tag) !== this.#file) rmSync(this.#file, { force: true });
    this.#file = this.#named(tag);
    const { O_CREAT, O_NOFOLLOW = 0, O_RDWR } = constants;
    // At their positions: two commands that get the same object write the same bytes.
    const handle = await open(this.#file, O_CREAT | O_RDWR | O_NOFOLLOW, 0o666);
    if (tag === 'none') await handle.truncate(at);
    const put = async (bytes: Buffer) => {
      for (let from = 0; from < bytes.length; ) {
        const { bytesWritten } = await handle.write(bytes, from, bytes.length - from, this.at);
        from += bytesWritten;
        this.at += bytesWritten;
      }
    };
    return new Writable({
      write: (bytes: Buffer, _, done) => void put(bytes).then(() => done(), done),
      destroy: (error, done) => void handle.close().then(() => done(error), done),
    });
  }

  restart(): void {
    rmSync(this.#file, { force: true });
    this.at = 0;
    this.etag = undefined;
  }

  /**
   * Whether the file is the object: it has so many bytes, and their MD5, where the ETag is one. That of an object of
   * several parts is not.
   */
  async isWhole(size: number): Promise<boolean> {
    const [, sum] = /^"([0-9a-f]{32})"$/.exec(this.etag ?? '') ?? [];
    if (statSync(this.#file).size !== size) return false;
    if (sum === undefined) return true;
    const hash = createHash('md5');
    for await (const bytes of createReadStream(this.#file)) hash.update(bytes as Buffer);
    return hash.digest('hex') === sum;
  }

  /** Puts the file where it is wanted, in one step, in place of what is there. */
  moveTo(path: string): void {
    try {
      renameSync(this.#file, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      copied(this.#file, path);
      rmSync(this.#file);
    }
  }

  #named(tag: string): string {
    return join(folder(), `${this.#begin}${tag}`);
  }
}

/** To another file system there is no way in one step: by a name there that nobody can guess. */
function copied(from: string, path: string): void {
  const beside = join(dirname(path), `.${basename(path).slice(0, 40)}.${randomUUID()}.svc-part`);
  try {
    copyFileSync(from, beside, constants.COPYFILE_EXCL);
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
