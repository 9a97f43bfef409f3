import type { Log } from '#lib/local/log.ts';
import type { CivilOffset } from './civil-offset.ts';
import { attempt, dueAfter, namedBy, runAll, type ScheduledTask } from './scheduled-task.ts';

/** Runs scheduled tasks at their due times on the civil clock. */
export interface ScheduleRunner {
  start(): void;
  /** Lets the clock run ahead from one due time to the next, in order, and settles when all that became due is done. */
  advance(seconds: number): Promise<void>;
  /** Sets the clock back to the real one. */
  reset(): Promise<void>;
  /** Starts no more, and waits for what runs. */
  close(): Promise<void>;
}

interface Parts {
  readonly schedules: readonly ScheduledTask[];
  readonly clock: CivilOffset;
  readonly log: Log;
  /** Settles when the workflows that a scheduled task started have ended. */
  settled(): Promise<void>;
}

/** A timer holds at most 24.8 days; an earlier wake-up finds nothing due and sleeps on. */
const LONGEST_SLEEP_MS = 86_400_000;

/** Makes the runner; nothing runs before `start`, and never two scheduled tasks at once. */
export function scheduleRunner({ schedules, clock, log, settled }: Parts): ScheduleRunner {
  let queue: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  /** Work that a scheduled task named for a moment between two of its times: what a crash cut off need not wait that long. */
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
    // What a scheduled task named may have gone by while the clock ran ahead.
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
    // Requests made work since each scheduled task last named its next one, so all are asked again first.
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
    async close() {
      closed = true;
      clearTimeout(timer);
      await queue;
    },
  };
}
