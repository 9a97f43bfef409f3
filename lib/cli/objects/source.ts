import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { exits, Failure } from '#lib/cli/failure.ts';
import { plain } from '#lib/cli/output/terminal.ts';
import { SvcError } from '#lib/client/error.ts';
import { drained, exchange } from './bytes.ts';
import { type Place, written } from './place.ts';
import { hasChanged } from './slice.ts';
import { stampOf } from './uploads-begun.ts';
import { presigned, type Work } from './work.ts';

/** What a source is now. */
export interface Look {
  /** Bytes. */
  readonly size: number;
  /** What tells whether it is still the same. */
  readonly stamp: string;
  /** Its media type, where that is known of it. */
  readonly type?: string | undefined;
}

/** What is copied to a bucket: a file here, or an object. */
export interface Source {
  /** As it is told. */
  readonly title: string;
  /** By what the next run finds it again. */
  readonly id: string;
  look(work: Work): Promise<Look>;
  /** Opens some of its bytes, of what it was when it was looked at. */
  open(work: Work, looked: Look, start: number, size: number): Readable;
}

/** Bytes read at a time: few large reads cost less than many small ones. */
const chunk = 256 * 1024;

/** A file here. */
export const fileSource = (path: string): Source => ({
  title: path,
  id: resolve(path),
  async look() {
    const about = await stat(path);
    return { size: about.size, stamp: stampOf(about) };
  },
  open: (_work, _looked, start, size) => createReadStream(path, { start, end: start + size - 1, highWaterMark: chunk }),
});

/** An object of a bucket, whose bytes pass through this machine. */
export function objectSource(from: Place): Source {
  const title = written(from);
  return {
    title,
    id: title,
    look: (work) => headOf(work, from),
    open: (work, { stamp }, start, size) =>
      Readable.from(range(work, from, stamp, `bytes=${start}-${start + size - 1}`), { objectMode: false }),
  };
}

async function headOf(work: Work, from: Place): Promise<Look> {
  const { url } = await presigned(work, from, 'head');
  const reply = await exchange(url, { method: 'HEAD', also: [404] }, work.wire);
  await drained(reply);
  const { headers, statusCode } = reply;
  if (statusCode === 404)
    throw new Failure(`${plain(written(from))}: there is no such object`, { exit: exits.missing, code: 'not_found' });
  return { size: Number(headers['content-length']), stamp: headers.etag ?? '', type: headers['content-type'] };
}

/** Some bytes of an object, as long as it is the one with this ETag. */
async function* range(work: Work, from: Place, etag: string, bytes: string): AsyncGenerator<Buffer> {
  // One for each part: an address for all would not last as long as a large copy may take.
  const { url } = await presigned(work, from, 'get');
  try {
    const reply = await exchange(url, { method: 'GET', headers: { range: bytes, 'if-match': etag } }, work.wire);
    for await (const some of reply) yield some as Buffer;
  } catch (error) {
    if (error instanceof SvcError && error.status === 412) throw hasChanged(written(from));
    throw error;
  }
}
