import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ignore } from '#lib/runtime/system/errors.ts';
import { Queue } from '#lib/runtime/system/queues.ts';
import { run } from '#lib/runtime/system/run.ts';
import { HOST_ENV } from '#lib/runtime/system/tools.ts';

const MIB = 1024 * 1024;

/** Milliseconds after which a disk is measured again: a file system by one call, a folder by a walk over its files. */
const AGAIN = { fileSystem: 10_000, folder: 300_000 };

/** A guest chooses how many files there are. Where the walk has to end early, the use is not known. */
const BOUNDS = { memory: 256 * MIB, processor_s: 60, time_ms: 300_000 };

interface Measured {
  readonly mib: number | null;
  readonly again: number;
}

/** How much machines have on their disks. Folders are walked one after the other, by a program. */
export class DiskUse {
  readonly #now: () => number;
  readonly #known = new Map<string, Measured>();
  readonly #underWay = new Set<string>();
  readonly #walks = new Queue();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** MiB on the disk in this folder when it was last measured; null before that, and where it cannot be. */
  of(folder: string): number | null {
    const known = this.#known.get(folder);
    if (!this.#underWay.has(folder) && (known?.again ?? 0) <= this.#now()) void this.measure(folder).catch(ignore);
    return known?.mib ?? null;
  }

  /** Forgets all other folders. */
  keep(folders: readonly string[]): void {
    const kept = new Set(folders);
    for (const folder of this.#known.keys()) if (!kept.has(folder)) this.#known.delete(folder);
  }

  /** Measures a disk now. */
  async measure(folder: string): Promise<void> {
    this.#underWay.add(folder);
    try {
      const isMounted = (await stat(folder)).dev !== (await stat(dirname(folder))).dev;
      const mib = isMounted ? await inUse(folder) : await this.#walks.run(() => walked(folder));
      this.#known.set(folder, { mib, again: this.#now() + AGAIN[isMounted ? 'fileSystem' : 'folder'] });
    } catch (error) {
      // A driver whose disks are no folders.
      this.#known.set(folder, { mib: null, again: this.#now() + AGAIN.folder });
      throw error;
    } finally {
      this.#underWay.delete(folder);
    }
  }
}

async function inUse(folder: string): Promise<number> {
  const { blocks, bfree, bsize } = await statfs(folder);
  return ((blocks - bfree) * bsize) / MIB;
}

/** What du adds up; it fails where files vanish meanwhile, and has the rest. */
async function walked(folder: string): Promise<number | null> {
  const program = { file: 'nice', args: ['-n', '19', 'du', '-skx', '--', folder], env: HOST_ENV, cwd: '/' };
  const { stdout, over } = await run(program, { bounds: BOUNDS });
  const kib = /^\d+/.exec(stdout)?.[0];
  return over === null && kib !== undefined ? Number(kib) / 1024 : null;
}
