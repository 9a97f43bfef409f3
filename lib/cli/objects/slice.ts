import { type Readable, Transform } from 'node:stream';
import { exits, Failure } from '#lib/cli/failure.ts';
import type { Progress } from './progress.ts';

/** A part of what is copied. */
export interface Slice {
  /** What it is a part of, as that is told. */
  readonly title: string;
  /** Bytes. */
  readonly size: number;
  /** Opens its bytes anew. It is not asked for none. */
  open(): Readable;
}

/**
 * The bytes of a slice for each attempt to send them. What an attempt counted and did not bring over is taken back by
 * the next. What has become shorter fails.
 */
export function bytesOf({ title, size, open }: Slice, progress: Progress): () => Readable {
  let counted = 0;
  return () => {
    progress.add(-counted);
    counted = 0;
    if (size === 0) return counting(title, 0, () => undefined).end();
    const counter = counting(title, size, (length) => {
      counted += length;
      progress.add(length);
    });
    const source = open();
    source.once('error', (error) => counter.destroy(error));
    counter.once('close', () => source.destroy());
    return source.pipe(counter);
  };
}

function counting(title: string, size: number, tell: (length: number) => void): Transform {
  let left = size;
  return new Transform({
    transform(bytes: Buffer, _, done) {
      left -= bytes.length;
      tell(bytes.length);
      done(null, bytes);
    },
    flush: (done) => done(left === 0 ? null : hasChanged(title)),
  });
}

/** The failure of a copy whose source is no longer what it was. */
export function hasChanged(title: string): Failure {
  return new Failure(`${title}: changed while it was being copied`, {
    exit: exits.conflict,
    code: 'file_changed',
    hint: 'the same command when nothing writes to it',
  });
}
