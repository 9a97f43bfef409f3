import type { Log } from '#lib/local/log.ts';
import type { CivilOffset } from './civil-offset.ts';
import { attempt, dueAfter, namedBy, runAll, type ScheduledTask } from './scheduled-task.ts';

/** Runs scheduled tasks at their due times on the civil clock. */
export interface ScheduleRunner {
  start(): void;
  /** Moves the clock from one due time to the next, in order. Settles when everything that became due is done. */
  advance(seconds: number): Promise<void>;
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

/** Makes the runner. Nothing runs before `start`, and never two scheduled tasks at the same time. */
export function scheduleRunner({ schedules, clock, log, settled }: Parts): ScheduleRunner {
  let queue: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  /**
   * Moments between two scheduled times at which a task asked to run, so that work interrupted by a crash need not
   * wait.
   */
  const soon = new Map<ScheduledTask, number>();

  const nextOf = (task: ScheduledTask, since: number) => Math.min(dueAfter(task, since), soon.get(task) ?? Infinity);
  const note = (task: ScheduledTask, answer: unknown) => {
    const named = namedBy(answer) ?? 0;
    if (named > clock.now().getTime()) soon.set(task, named);
    else soon.delete(task);
  };
  const sleep = () => {
    clearTimeout(timer);
    if (closed) return;
    const now = clock.now().getTime();
    const due = Math.min(...schedules.map((task) => nextOf(task, now)));
    // A moment that a task named may have passed while the clock moved.
    const wait = Math.min(Math.max(0, due - now), LONGEST_SLEEP_MS);
    timer = setTimeout(() => void inTurn(() => runDue(now)), wait);
  };
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const turn = queue.then(work).finally(sleep);
    queue = turn.catch((error: Error) => log.warn(`scheduled tasks: ${error.message}`));
    return turn;
  };
  const runDue = async (since: number) => {
    const now = clock.now();
    for (const task of schedules) {
      if (!closed && nextOf(task, since) <= now.getTime()) note(task, await attempt(task, now, log));
    }
  };
  const runAhead = async (seconds: number) => {
    const target = clock.offsetMs() + seconds * 1000;
    // Requests may have created work since the tasks last named their next moment, so all tasks run first.
    let due = await runAll(schedules, clock.now(), log);
    for (;;) {
      await settled();
      if (closed || due > Date.now() + target) break;
      clock.set(Math.min(target, Math.max(clock.offsetMs(), due - Date.now())));
      due = await runAll(schedules, new Date(due), log);
    }
    clock.set(target);
  };

  return {
    start: () =>
      void inTurn(async () => {
        for (const task of schedules) note(task, await attempt(task, clock.now(), log));
      }),
    advance: (seconds) => inTurn(() => runAhead(seconds)),
    reset: () => inTurn(async () => clock.set(0)),
    forget() {
      soon.clear();
      sleep();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await queue;
    },
  };
}
