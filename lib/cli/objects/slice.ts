import { createReadStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { exits, Failure } from '#lib/cli/failure.ts';
import type { Progress } from './progress.ts';

/** A part of a file: where it begins, and how many bytes it has. */
export interface Slice {
  readonly path: string;
  readonly start: number;
  readonly size: number;
}

/** Bytes read at a time: few large reads cost less than many small ones. */
const chunk = 256 * 1024;

/**
 * The bytes of a slice for each attempt to send them. What an attempt counted and did not bring over is taken back by
 * the next. A file that has become shorter fails.
 */
export function bytesOf({ path, start, size }: Slice, progress: Progress): () => Readable {
  let counted = 0;
  return () => {
    progress.add(-counted);
    counted = 0;
    if (size === 0) return counting(path, 0, () => undefined).end();
    const counter = counting(path, size, (length) => {
      counted += length;
      progress.add(length);
    });
    const file = createReadStream(path, { start, end: start + size - 1, highWaterMark: chunk });
    file.once('error', (error) => counter.destroy(error));
    counter.once('close', () => file.destroy());
    return file.pipe(counter);
  };
}

function counting(path: string, size: number, tell: (length: number) => void): Transform {
  let left = size;
  return new Transform({
    transform(bytes: Buffer, _, done) {
      left -= bytes.length;
      tell(bytes.length);
      done(null, bytes);
    },
    flush: (done) => done(left === 0 ? null : hasChanged(path)),
  });
}

/** The failure of a copy whose file is no longer what it was. */
export function hasChanged(path: string): Failure {
  return new Failure(`${path}: has changed while it was copied`, {
    exit: exits.conflict,
    code: 'file_changed',
    hint: 'the same command once nothing writes to it',
  });
}
