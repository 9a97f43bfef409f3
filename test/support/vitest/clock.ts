import { setImmediate as turn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { type TimeSource, useTime } from '#lib/drivers/clocks/real.ts';

/** The time of a test: it stands still until the code under test waits. */
export interface TestTime extends TimeSource {
  /** Lets so many milliseconds pass. Whatever has a time limit that ends meanwhile has run out of it. */
  advance(milliseconds: number): void;
  /** All that was waited for so far, in milliseconds. */
  waited(): number;
}

interface Limit {
  due: number;
  late: () => void;
}

/** Gives the code under test a clock of its own until the test ends. A pause takes no time, and moves the clock. */
export function testTime(at: Date = new Date()): TestTime {
  const limits = new Set<Limit>();
  let passed = 0;
  let waited = 0;
  const advance = (milliseconds: number) => {
    passed += milliseconds;
    for (const limit of [...limits].filter(({ due }) => due <= passed)) {
      limits.delete(limit);
      limit.late();
    }
  };
  const time: TestTime = {
    now: () => new Date(at.getTime() + passed),
    elapsed: () => passed,
    async pause(milliseconds) {
      await turn();
      waited += milliseconds;
      advance(milliseconds);
    },
    limit(milliseconds, late) {
      const limit = { due: passed + milliseconds, late };
      limits.add(limit);
      return () => void limits.delete(limit);
    },
    advance,
    waited: () => waited,
  };
  useTime(time);
  onTestFinished(() => useTime());
  return time;
}
