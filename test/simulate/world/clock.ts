import { setImmediate as turn } from 'node:timers/promises';
import { useTime } from '#lib/drivers/clocks/real.ts';
import { fixTime } from '#lib/testing/functions/fixed.ts';

/** The time of the simulation: it stands still but for what it is moved by, so that nothing runs out of time. */
export interface Clock {
  readonly now: Date;
  /** Milliseconds since the simulation began. */
  readonly passed: number;
  advance(seconds: number): void;
  /** Gives this process the computer's time again. */
  close(): void;
}

/** Gives all code in this process a clock that begins at a moment: what takes its time from `Date` too. */
export function simulatedClock(start: Date): Clock {
  const from = start.getTime();
  let passed = 0;
  let fixed = fixTime(start);
  const now = () => new Date(from + passed);
  useTime({ now, elapsed: () => passed, pause: () => turn(), limit: () => () => undefined });
  return {
    get now() {
      return now();
    },
    get passed() {
      return passed;
    },
    advance(seconds) {
      passed += seconds * 1000;
      fixed[Symbol.dispose]();
      fixed = fixTime(new Date(from + passed));
    },
    close() {
      fixed[Symbol.dispose]();
      useTime();
    },
  };
}
