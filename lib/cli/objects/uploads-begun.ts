import { createHash } from 'node:crypto';
import { rmSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { cacheDir } from '#lib/cli/config/environment.ts';
import { readText, writePrivately } from '#lib/cli/config/files.ts';
import type { Place } from './place.ts';

/** An upload in parts that was begun and not completed, as the same command finds it again. */
export interface Begun {
  readonly upload_id: string;
  /** Bytes of a part. */
  readonly part_size: number;
  /** What the source was then: one that has changed begins anew. */
  readonly file: string;
}

/** What tells whether a file is still the same. */
export const stampOf = ({ size, mtimeMs, ino }: Stats): string => `${size} ${mtimeMs} ${ino}`;

const folder = () => join(cacheDir(), 'uploads');

/** The file that remembers the upload of a source to a place. */
function noteOf(endpoint: string, { bucket, key }: Place, source: string): string {
  const name = createHash('sha256').update(JSON.stringify([endpoint, bucket, key, source]));
  return join(folder(), `${name.digest('hex')}.json`);
}

/** Remembers uploads from one source, by its id, to one place. */
export class Note {
  readonly #file: string;

  constructor(endpoint: string, place: Place, source: string) {
    this.#file = noteOf(endpoint, place, source);
  }

  /** The upload that was begun; undefined where there is none, or what remembers it is damaged. */
  read(): Begun | undefined {
    try {
      const { upload_id, part_size, file } = JSON.parse(readText(this.#file) ?? '{}') as Partial<Begun>;
      const isWhole = typeof upload_id === 'string' && typeof part_size === 'number' && typeof file === 'string';
      return isWhole ? { upload_id, part_size, file } : undefined;
    } catch {
      return undefined;
    }
  }

  write(begun: Begun): void {
    writePrivately(this.#file, `${JSON.stringify(begun)}\n`);
  }

  forget(): void {
    rmSync(this.#file, { force: true });
  }
}
