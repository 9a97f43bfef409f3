import { type DiskBytes, type ProcessTimes, readDiskBytes, readPssKib, readTimes, TICKS } from './processes.ts';

/** What a machine's processes have used since its meter was made, and what they hold now. */
export interface Totals {
  readonly cpu_seconds: number;
  readonly ram_used_mib: number;
  readonly disk_read_bytes: number;
  readonly disk_write_bytes: number;
}

interface Seen extends ProcessTimes {
  readonly disk: DiskBytes;
  readonly memoryKib: number;
}

const PAGE_KIB = 4;

/**
 * Adds up what a machine's processes use. The kernel counts by process. When a parent waits for an ended child, the
 * kernel adds the child's use to the parent's; the part that was counted before is not counted again. Counters never
 * fall. Not measured is what a process used after the last sample when its parent is outside the machine (a login's).
 */
export class Meter {
  #known = new Map<number, Seen>();
  #ticks = 0;
  #read = 0;
  #written = 0;

  /** Reads the machine's processes as they are now. */
  async take(pids: readonly number[]): Promise<Totals> {
    const now = new Map<number, Seen>();
    for (const pid of pids) {
      const times = readTimes(pid);
      if (times) now.set(pid, await measure(times, this.#before(times)));
    }
    this.#count(now);
    this.#known = now;
    const memoryKib = [...now.values()].reduce((sum, seen) => sum + seen.memoryKib, 0);
    return {
      cpu_seconds: this.#ticks / TICKS,
      ram_used_mib: memoryKib / 1024,
      disk_read_bytes: this.#read,
      disk_write_bytes: this.#written,
    };
  }

  #before({ pid, started }: ProcessTimes): Seen | undefined {
    const before = this.#known.get(pid);
    return before?.started === started ? before : undefined;
  }

  #count(now: ReadonlyMap<number, Seen>): void {
    const ended = [...this.#known.values()].filter((seen) => now.get(seen.pid)?.started !== seen.started);
    const living = [...now.values()].map((seen) => ({ seen, before: this.#before(seen) }));
    const reapers = living.filter(({ seen, before }) => seen.reapings !== (before?.reapings ?? 0));
    const others = living.filter(({ seen, before }) => seen.reapings === (before?.reapings ?? 0));
    const growth = (of: typeof living, value: (seen: Seen) => number) =>
      of.reduce((sum, { seen, before }) => sum + value(seen) - (before ? value(before) : 0), 0);
    const counted = (value: (seen: Seen) => number) => ended.reduce((sum, seen) => sum + value(seen), 0);
    const inherited = (value: (seen: Seen) => number, before = value) =>
      Math.max(0, growth(reapers, value) - counted(before));
    this.#ticks += growth(living, ({ own }) => own);
    this.#ticks += inherited(
      ({ reaped }) => reaped,
      ({ own, reaped }) => own + reaped,
    );
    this.#read += growth(others, ({ disk }) => disk.read) + inherited(({ disk }) => disk.read);
    this.#written += growth(others, ({ disk }) => disk.written) + inherited(({ disk }) => disk.written);
  }
}

/** A process that has not run since the last sample is unchanged. */
async function measure(times: ProcessTimes, before: Seen | undefined): Promise<Seen> {
  const idle = before && times.own === before.own && times.reapings === before.reapings;
  if (idle && times.rssPages === before.rssPages) return { ...before, ...times };
  const memoryKib = (await readPssKib(times.pid)) ?? times.rssPages * PAGE_KIB;
  return { ...times, disk: readDiskBytes(times.pid), memoryKib };
}
