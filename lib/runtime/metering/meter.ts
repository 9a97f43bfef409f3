import { type ProcessUse, TICKS } from './processes.ts';

/** What a machine's processes have used since its meter was made, and what they hold now. */
export interface Totals {
  readonly cpu_seconds: number;
  readonly ram_used_mib: number;
  readonly disk_read_bytes: number;
  readonly disk_write_bytes: number;
}

type Value = (seen: ProcessUse) => number;

/**
 * Adds up what a machine's processes use. The kernel counts by process. When a parent waits for an ended child, the
 * kernel adds the child's use to the parent's; the part that was counted before is not counted again. Counters never
 * fall. Not measured is what a process used after the last sample when its parent is outside the machine (a login's).
 */
export class Meter {
  #known: ReadonlyMap<number, ProcessUse> = new Map();
  #ticks = 0;
  #read = 0;
  #written = 0;

  /** Adds what the machine's processes, as they are now, have used since the last call. */
  take(processes: readonly ProcessUse[]): Totals {
    const now = new Map(processes.map((seen) => [seen.pid, seen]));
    this.#count(now);
    this.#known = now;
    const memoryKib = processes.reduce((sum, seen) => sum + seen.memoryKib, 0);
    return {
      cpu_seconds: this.#ticks / TICKS,
      ram_used_mib: memoryKib / 1024,
      disk_read_bytes: this.#read,
      disk_write_bytes: this.#written,
    };
  }

  #before({ pid, started }: ProcessUse): ProcessUse | undefined {
    const before = this.#known.get(pid);
    return before?.started === started ? before : undefined;
  }

  #count(now: ReadonlyMap<number, ProcessUse>): void {
    const ended = [...this.#known.values()].filter((seen) => now.get(seen.pid)?.started !== seen.started);
    const living = [...now.values()].map((seen) => ({ seen, before: this.#before(seen) }));
    const reapers = living.filter(({ seen, before }) => seen.reapings !== (before?.reapings ?? 0));
    const others = living.filter(({ seen, before }) => seen.reapings === (before?.reapings ?? 0));
    const growth = (of: typeof living, value: Value) =>
      of.reduce((sum, { seen, before }) => sum + value(seen) - (before ? value(before) : 0), 0);
    const counted = (value: Value) => ended.reduce((sum, seen) => sum + value(seen), 0);
    const inherited = (value: Value, before = value) => Math.max(0, growth(reapers, value) - counted(before));
    this.#ticks += growth(living, ({ own }) => own);
    this.#ticks += inherited(
      ({ reaped }) => reaped,
      ({ own, reaped }) => own + reaped,
    );
    this.#read += growth(others, ({ read }) => read) + inherited(({ read }) => read);
    this.#written += growth(others, ({ written }) => written) + inherited(({ written }) => written);
  }
}
