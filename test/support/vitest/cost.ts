// biome-ignore-all lint/plugin: it compares the least of many runs, in turns
/** Most runs of each call. On a busy host their fastest runs agree only after many. */
const MOST = 60;

/**
 * What two calls cost, in words, when that differs by a factor of two or more; undefined otherwise. Compares the
 * fastest run of each, taken in turns. A busy host makes some runs slower and none faster, so it goes on until they
 * agree. Calls that really differ never agree.
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

/** Milliseconds of processor time of this process, without the time that it waited. */
export function costOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
