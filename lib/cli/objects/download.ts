import { mkdirSync, realpathSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { Writable } from 'node:stream';
import { exits, Failure } from '#lib/cli/failure.ts';
import { plain } from '#lib/cli/output/terminal.ts';
import { Part } from './parts.ts';
import { type Place, written } from './place.ts';
import { receive, type Sink } from './receive.ts';
import { Skipped } from './skipped.ts';
import type { Copied } from './upload.ts';
import type { Work } from './work.ts';

/** A file here that is to have an object's bytes. */
export interface Wish {
  readonly path: string;
  /** The folder that it must be in, where the object's key makes its name. */
  readonly root?: string | undefined;
}

/**
 * Copies an object to a file here, which is replaced once everything is there and has the object's size and checksum.
 * An interrupted copy continues. Throws Skipped where there can be no such file below the root.
 */
export async function download(work: Work, from: Place, { path, root }: Wish): Promise<Copied> {
  work.progress.title = path;
  placing(root, from, () => {
    if (root !== undefined && leadsOut(root, path)) throw new Skipped(from, 'a link leads out of the folder');
    mkdirSync(dirname(path), { recursive: true });
  });
  const part = new Part(work.session.settings.endpoint, from, path);
  const before = part.at;
  const bytes = await work.lanes.run(() => whole(work, from, part));
  placing(root, from, () => part.moveTo(path));
  return { bytes, isResumed: before > 0 };
}

/** Gets all of an object, and once more from its beginning where what an earlier run left behind was damaged. */
async function whole(work: Work, from: Place, part: Part): Promise<number> {
  const isBegun = part.at > 0;
  const size = await receive(work, from, part);
  if (await part.isWhole(size)) return size;
  part.restart();
  if (isBegun) return whole(work, from, part);
  throw new Failure(`${plain(written(from))}: the downloaded data differs from the object`, {
    exit: exits.unavailable,
    code: 'wrong_checksum',
    hint: 'the same command again',
  });
}

/** What the system answers where a name cannot be that of a file. */
const unfit = /^(EEXIST|EINVAL|EISDIR|ELOOP|ENAMETOOLONG|ENOENT|ENOTDIR|ENOTEMPTY)$/;

function placing(root: string | undefined, from: Place, work: () => void): void {
  try {
    work();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (root === undefined || !unfit.test(code)) throw error;
    throw new Skipped(from, `no file can have this name (${code})`);
  }
}

/** Whether the folders that are there already lead out of the root by a link. */
function leadsOut(root: string, path: string): boolean {
  mkdirSync(root, { recursive: true });
  const real = realpathSync(root);
  const inside = real.endsWith(sep) ? real : real + sep;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const found = realpathOf(folder);
    if (found !== undefined) return found !== real && !found.startsWith(inside);
  }
}

function realpathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
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
      throw new Failure('the object was replaced during the download', { exit: 6, code: 'object_changed' });
    },
  };
  return { bytes: await receive(work, from, sink), isResumed: false };
}
