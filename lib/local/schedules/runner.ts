import type { Log } from '#lib/local/log.ts';
import { faultTable } from '#lib/model/platform/faults.ts';
import { setting } from '#lib/model/platform/settings.ts';
import type { CivilOffset } from './civil-offset.ts';
import { Rounds } from './rounds.ts';
import { attempt, dueAfter, type ScheduledTask, wokenAt } from './scheduled-task.ts';

/** Runs scheduled tasks at their due times on the civil clock. */
export interface ScheduleRunner {
  start(): void;
  /** Moves the clock from one due time to the next, in order. Settles when everything that became due is done. */
  advance(seconds: number): Promise<void>;
  /** Where the clock is moving to at present, as its offset in milliseconds; undefined while it stands. */
  readonly target: number | undefined;
  /** Sets the clock back to the real one. */
  reset(): Promise<void>;
  /** Forgets what tasks have named: the state and the clock are others. */
  forget(): void;
  /** Starts no more tasks, and waits for those that run. */
  close(): Promise<void>;
}

interface Parts {
  readonly schedules: readonly ScheduledTask[];
  readonly clock: CivilOffset;
  readonly log: Log;
  /** Settles when the workflows that a scheduled task started have ended. */
  settled(): Promise<void>;
}

/** A timer can wait at most 24.8 days. One that fires early finds nothing due and waits again. */
const LONGEST_SLEEP_MS = 86_400_000;

/** The longest that an index can be made to lag. */
const LONGEST_LAG_MS = faultTable.table.lag.most_seconds * 1000;

/** Makes the runner. Nothing runs before `start`, and never two scheduled tasks at the same time. */
export const scheduleRunner = (parts: Parts): ScheduleRunner => new Runner(parts);

class Runner implements ScheduleRunner {
  readonly #parts: Parts;
  #queue: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  #target: number | undefined;
  /**
   * Moments between two scheduled times at which a task asked to run, so that work interrupted by a crash need not
   * wait.
   */
  readonly #soon = new Map<ScheduledTask, number>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    const { schedules, clock, log } = this.#parts;
    void this.#inTurn(async () => {
      for (const task of schedules) this.#note(task, await attempt(task, clock.now(), log));
    });
  }

  advance(seconds: number): Promise<void> {
    return this.#inTurn(() => this.#runAhead(seconds));
  }

  get target(): number | undefined {
    return this.#target;
  }

  reset(): Promise<void> {
    return this.#inTurn(async () => this.#parts.clock.set(0));
  }

  forget(): void {
    this.#soon.clear();
    this.#sleep();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#queue;
  }

  #nextOf(task: ScheduledTask, since: number): number {
    return Math.min(dueAfter(task, since), this.#soon.get(task) ?? Infinity);
  }

  #note(task: ScheduledTask, answer: unknown): void {
    const named = wokenAt(answer, this.#parts.clock.now().getTime());
    if (named === undefined) this.#soon.delete(task);
    else this.#soon.set(task, named);
  }

  #sleep(): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    const { schedules, clock } = this.#parts;
    const now = clock.now().getTime();
    const due = Math.min(...schedules.map((task) => this.#nextOf(task, now)));
    // A moment that a task named may have passed while the clock moved.
    const wait = Math.min(Math.max(0, due - now), LONGEST_SLEEP_MS);
    this.#timer = setTimeout(() => void this.#inTurn(() => this.#runDue(now)), wait);
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#queue.then(work).finally(() => this.#sleep());
    this.#queue = turn.catch((error: Error) => this.#parts.log.warn(`scheduled tasks: ${error.message}`));
    return turn;
  }

  async #runDue(since: number): Promise<void> {
    const { schedules, clock, log } = this.#parts;
    const now = clock.now();
    for (const task of schedules) {
      const isDue = this.#nextOf(task, since) <= now.getTime();
      if (!this.#closed && isDue) this.#note(task, await attempt(task, now, log));
    }
  }

  async #runAhead(seconds: number): Promise<void> {
    const { schedules, clock, log, settled } = this.#parts;
    this.#target = clock.offsetMs() + seconds * 1000;
    const rounds = new Rounds(schedules, log);
    try {
      // An index that lags does not show yet what was written before.
      if (setting('SVC_TABLE_LAG')) clock.set(Math.min(this.#target, clock.offsetMs() + LONGEST_LAG_MS));
      // Requests may have created work since the tasks last named their next moment, so all tasks run first.
      await rounds.run(clock.now());
      for (;;) {
        await settled();
        const due = rounds.next(clock.now());
        if (this.#closed || due > Date.now() + this.#target) break;
        clock.set(Math.min(this.#target, Math.max(clock.offsetMs(), due - Date.now())));
        await rounds.run(new Date(due));
      }
      clock.set(this.#target);
    } finally {
      rounds.end();
      this.#target = undefined;
    }
  }
}
