import type { DiskFilling } from '#lib/model/compute/disk-filling.ts';
import { HourlyLimit } from './hourly-limit.ts';

/** Percent of a plan's disk at which its use is reported: nearly full, and over it where nothing limits it. */
const levels = [90, 100];

/** Percent by which the use must fall below a level before that is reported again. */
const slack = 5;

/** Notes when a machine's disk is nearly full. */
export class DiskWatch {
  readonly #limit = new HourlyLimit();
  /** The highest level that the use has reached, by machine. */
  readonly #reached = new Map<string, number>();
  readonly #waiting = new Map<string, DiskFilling>();

  /** Takes what a machine has on its disk, in percent of its plan's; null where that is not known. */
  look(id: string, percent: number | null): void {
    if (percent === null) return;
    const before = this.#reached.get(id) ?? 0;
    const reached = levels.findLast((level) => percent > (level <= before ? level - slack : level)) ?? 0;
    this.#reached.set(id, reached);
    if (reached > before && this.#limit.allows(id, 'disk_filling'))
      this.#waiting.set(id, { used_percent: Math.floor(percent) });
  }

  /** Forgets a machine that is not here any more. */
  forget(id: string): void {
    this.#reached.delete(id);
  }

  /** Has what waits be told. What cannot be is told the next time. */
  async report(tell: (id: string, news: DiskFilling) => Promise<unknown>): Promise<void> {
    for (const [id, news] of [...this.#waiting]) {
      await tell(id, news);
      this.#waiting.delete(id);
    }
  }
}
