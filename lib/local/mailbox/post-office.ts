import type { Log } from '#lib/local/log.ts';
import { attempt, type Tick } from '#lib/local/ticks/tick.ts';

/** Sends mail without waiting for the mail tick's next minute. */
export interface PostOffice {
  /** Settles once all that was posted before has been tried. */
  send(): Promise<void>;
}

/** Runs the mail tick, or another, when asked, once for all who ask while it runs; it may run beside the other ticks. Without that tick it does nothing. */
export function postOffice(ticks: readonly Tick[], now: () => Date, log: Log, wanted = 'mailTick'): PostOffice {
  const tick = ticks.find(({ name }) => name === wanted);
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;
  const run = async () => {
    await running;
    next = undefined;
    running = tick ? attempt(tick, now(), log) : Promise.resolve();
    await running;
  };
  return {
    send() {
      next ??= run();
      return next;
    },
  };
}
