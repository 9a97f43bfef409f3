/** Runs of each at the most: on a busy host their fastest come together only after many. */
const MOST = 60;

/**
 * What two calls cost where that differs by a factor of two or more: the fastest of each, taken in turns. A busy host makes
 * some of them slower and none faster, so it goes on until they agree; calls that differ never do.
 */
export async function costDifference(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<string | undefined> {
  const fastest: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let run = 1; run <= MOST; run++) {
    fastest[0] = Math.min(fastest[0], await time(one));
    fastest[1] = Math.min(fastest[1], await time(other));
    if (run >= 5 && Math.max(...fastest) < 2 * Math.min(...fastest)) return undefined;
  }
  return `at best ${fastest.map((ms) => `${ms.toFixed(1)} ms`).join(' and ')} in ${MOST} runs each`;
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Milliseconds of this process's own work, however long others made it wait. */
export function costOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
