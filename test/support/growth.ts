/** Processor time (ms) that tells one size from another; less is taken for nothing. */
const MEASURABLE = 20;
/** A quarter of the input takes a quarter of the time; quadratic work takes a sixteenth of it. */
const QUARTER = 4;
const MOST_GROWTH = 10;
const RUNS = 20;

/** Makes an input of about `size` characters or bytes, and gives what is to be measured. */
export type Work = (size: number) => () => unknown;

/**
 * What is wrong with how work grows: undefined where an input takes about four times as long as a quarter of it. It is
 * made longer until it can be measured, up to `full`, the longest that is let in. Times are of the processor, the least of
 * several runs, so that a busy host makes no difference.
 */
export async function growthOf(work: Work, full: number): Promise<string | undefined> {
  const sizes: number[] = [];
  for (let size = 16; size < full; size *= 1.5) sizes.push(Math.floor(size));
  for (const size of [...sizes, full]) {
    const once = await cost(work(size));
    if (once < MEASURABLE) continue;
    const [whole, part] = await leastOf(work, size, once);
    // It was only held up once: how it grows is seen where it takes longer.
    if (whole < MEASURABLE) continue;
    if (whole / part <= MOST_GROWTH) return undefined;
    return `${size} take ${whole.toFixed(1)} ms, a quarter of them ${part.toFixed(1)} ms`;
  }
  return undefined;
}

/** Goes on while it looks bad: what is linear looks well sooner or later, what is not never does. */
async function leastOf(work: Work, size: number, once: number): Promise<[whole: number, part: number]> {
  const least: [number, number] = [once, Number.POSITIVE_INFINITY];
  for (let run = 0; run < RUNS; run += 1) {
    least[1] = Math.min(least[1], await cost(work(Math.floor(size / QUARTER))));
    // There is no need to see something hang twice.
    if (once > 2000) break;
    least[0] = Math.min(least[0], await cost(work(size)));
    if (run >= 1 && least[0] / least[1] <= MOST_GROWTH) break;
  }
  return least;
}

async function cost(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return Math.max((user + system) / 1000, 0.01);
}
