import { createHash } from 'node:crypto';
import { constants, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { Failure } from '#lib/cli/failure.ts';
import type { Place } from './place.ts';
import { receive, type Sink } from './receive.ts';
import type { Copied } from './upload.ts';
import type { Work } from './work.ts';

/** Copies an object to a file here, which is replaced once everything is there. An interrupted copy goes on. */
export async function download(work: Work, from: Place, path: string): Promise<Copied> {
  work.progress.title = path;
  mkdirSync(dirname(path), { recursive: true });
  const sink = new FileSink(path);
  const before = sink.at;
  const bytes = await work.lanes.run(() => receive(work, from, sink));
  renameSync(sink.file, path);
  return { bytes, isResumed: before > 0 };
}

/** Copies an object to standard output. */
export async function print(work: Work, from: Place): Promise<Copied> {
  const sink: Sink = {
    at: 0,
    etag: undefined,
    async open(_, at) {
      sink.at = at;
      return new Writable({
        write(bytes: Buffer, _encoding, done) {
          sink.at += bytes.length;
          if (process.stdout.write(bytes)) done();
          else process.stdout.once('drain', done);
        },
      });
    },
    restart() {
      throw new Failure('the object was replaced while it was read', { exit: 6, code: 'object_changed' });
    },
  };
  return { bytes: await receive(work, from, sink), isResumed: false };
}

const suffix = '.svc-part';

/**
 * A file beside the wanted one, which has its bytes until all are there. Its name has the object's ETag, so that the
 * next run knows of which object its bytes are.
 */
class FileSink implements Sink {
  at = 0;
  etag: string | undefined;
  file: string;
  readonly #folder: string;
  readonly #begin: string;

  constructor(path: string) {
    this.#folder = dirname(path);
    this.#begin = `.${createHash('sha256').update(basename(path)).digest('hex').slice(0, 12)}.`;
    this.file = this.#named('none');
    const [found] = readdirSync(this.#folder).filter((name) => name.startsWith(this.#begin) && name.endsWith(suffix));
    const tag = found?.slice(this.#begin.length, -suffix.length);
    if (found === undefined || tag === undefined || tag === 'none') return;
    this.file = join(this.#folder, found);
    this.at = statSync(this.file).size;
    this.etag = `"${tag}"`;
  }

  async open(etag: string | undefined, at: number): Promise<Writable> {
    const [, tag = 'none'] = /^"([\w-]{1,80})"$/.exec(etag ?? '') ?? [];
    if (this.#named(tag) !== this.file) rmSync(this.file, { force: true });
    this.file = this.#named(tag);
    const { O_CREAT, O_NOFOLLOW = 0, O_RDWR } = constants;
    // At their positions: two commands that get the same object write the same bytes.
    const handle = await open(this.file, O_CREAT | O_RDWR | O_NOFOLLOW, 0o666);
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
    rmSync(this.file, { force: true });
    this.at = 0;
    this.etag = undefined;
  }

  #named(tag: string): string {
    return join(this.#folder, `${this.#begin}${tag}${suffix}`);
  }
}
