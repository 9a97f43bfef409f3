/** The middle of some values; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle] ?? Number.NaN;
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** Milliseconds that a piece of work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/**
 * Milliseconds of each task in each round. The tasks of a round run one after another, in turned order every other
 * round, so that whatever else slows the machine down slows all of them alike; the first rounds only warm them up.
 */
export async function interleaved<Name extends string>(
  rounds: number,
  tasks: Readonly<Record<Name, (round: number) => Promise<number>>>,
  warmUp = 10,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(tasks) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -warmUp; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const took = await tasks[name](round + warmUp);
      if (round >= 0) times[name].push(took);
    }
  }
  return times;
}

/** How much longer one takes than the other: the median of the ratios of blocks of rounds, each a ratio of medians. */
export function ratioOf(times: readonly number[], others: readonly number[], block = 30): number {
  const ratios: number[] = [];
  for (let at = 0; at + block <= times.length; at += block)
    ratios.push(median(times.slice(at, at + block)) / median(others.slice(at, at + block)));
  return median(ratios);
}
