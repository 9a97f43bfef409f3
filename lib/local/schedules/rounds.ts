import type { Log } from '#lib/local/log.ts';
import { attempt, dueAfter, nextWork, type ScheduledTask } from './scheduled-task.ts';
import { type Reads, unwatch, watchReads } from './table-watch.ts';

/** What is known of a task since its last run. */
interface LastRun {
  /** When it next has work, in milliseconds. */
  readonly next: number;
  readonly reads: Reads;
}

/**
 * Runs scheduled tasks while the clock moves. A round runs the tasks that are due, and those that might find work that
 * they did not know of: tasks of whose partitions one was written since, or that read nothing of the table.
 */
export class Rounds {
  readonly #tasks: readonly ScheduledTask[];
  readonly #log: Log;
  readonly #last = new Map<ScheduledTask, LastRun>();

  constructor(tasks: readonly ScheduledTask[], log: Log) {
    this.#tasks = tasks;
    this.#log = log;
  }

  /** One round at `now`, in the tasks' order. A task sees what those before it did. */
  async run(now: Date): Promise<void> {
    for (const task of this.#tasks) {
      const last = this.#last.get(task);
      if (last && last.next > now.getTime() && last.reads.areUnchanged) continue;
      if (last) unwatch(last.reads);
      const { answer, reads } = await watchReads(() => attempt(task, now, this.#log));
      this.#last.set(task, { next: nextWork(task, now.getTime(), answer), reads });
    }
  }

  /** When the next round is due, in milliseconds; Infinity where no task knows of work. */
  next(now: Date): number {
    const moments = [...this.#last].map(([task, { next, reads }]) =>
      reads.isWritten ? Math.min(next, dueAfter(task, now.getTime())) : next,
    );
    return Math.min(Number.POSITIVE_INFINITY, ...moments);
  }

  end(): void {
    for (const { reads } of this.#last.values()) unwatch(reads);
  }
}
