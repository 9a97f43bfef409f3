// biome-ignore-all lint/plugin: processor times are compared with each other, the least of many
/** Least processor time of one piece of work in milliseconds that is worth a comparison, on a fast computer too. */
const WORTHY = 3;
/**
 * Least processor times in milliseconds that tell one size from another; the longer one has the last word where growth
 * looks bad. Work is repeated until it takes that.
 */
const MEASURABLE = [5, 20];
/** Linear work takes a quarter of the time for a quarter of the input; quadratic work takes a sixteenth. */
const QUARTER = 4;
const MOST_GROWTH = 10;
/** No delay does that. At the next size it might never end. */
const CERTAIN_GROWTH = 100;
/** Up to this it surely grows well. What lies between shows at a larger size, where delays weigh less. */
const GOOD_GROWTH = 6;
const RUNS = 20;
/** Earlier runs may be slow because the engine has not compiled the work yet, which makes growth look too good. */
const LEAST_RUNS = 3;

/** Makes an input of about `size` characters or bytes, and answers the work to measure. */
export type Work = (size: number) => () => unknown;

/**
 * What is wrong with the growth of some work: undefined when an input takes about four times as long as a quarter of
 * it. The input is made longer until its time can be measured, up to `full`, the longest allowed input. Times are
 * processor times, the least of several runs, so that a busy host makes no difference.
 */
export async function growthOf(work: Work, full: number): Promise<string | undefined> {
  let before = false;
  for (const size of sizesTo(full)) {
    const once = await cost(work(size));
    if (once < WORTHY) continue;
    const [whole, part] = await judged(work, size, once);
    // One delay made it slow. The growth shows at a size that takes longer.
    if (whole < WORTHY) continue;
    const growth = whole / part;
    if (growth <= GOOD_GROWTH) return undefined;
    const isBad = growth > MOST_GROWTH;
    if (isBad && (before || growth > CERTAIN_GROWTH))
      return `${size} take ${whole.toFixed(1)} ms, a quarter of them ${part.toFixed(1)} ms`;
    before = isBad;
  }
  return undefined;
}

/**
 * Small steps where work of exponential growth would show, then long ones, as most of the time goes into inputs that
 * are not judged. A host that is busy may spoil one size; other work than linear is too slow at the next one as well.
 */
function* sizesTo(full: number): Generator<number> {
  for (let size = 16; size < full; size *= size < 200 ? 1.5 : 3) yield Math.floor(size);
  yield full;
  yield full;
}

/** The least times of a whole and a quarter; where the growth looks bad, by the longer measure. */
async function judged(work: Work, size: number, once: number): Promise<[whole: number, part: number]> {
  let least: [number, number] = [once, once];
  for (const measurable of MEASURABLE) {
    least = await leastOf(work, size, once, measurable);
    if (least[0] / least[1] <= MOST_GROWTH) break;
  }
  return least;
}

/** Repeats while the growth looks bad. Linear work looks good sooner or later; other work never does. */
async function leastOf(
  work: Work,
  size: number,
  once: number,
  measurable: number,
): Promise<[whole: number, part: number]> {
  const least: [number, number] = [once, Number.POSITIVE_INFINITY];
  const times = Math.ceil(measurable / once);
  for (let run = 0; run < RUNS; run += 1) {
    least[1] = Math.min(least[1], await mean(work, Math.floor(size / QUARTER), times * QUARTER));
    // One slow run is enough.
    if (once > 2000) break;
    least[0] = Math.min(least[0], await mean(work, size, times));
    if (run >= LEAST_RUNS && least[0] / least[1] <= GOOD_GROWTH) break;
  }
  return least;
}

/** What one of so many pieces of work costs. */
async function mean(work: Work, size: number, times: number): Promise<number> {
  const pieces = Array.from({ length: times }, () => work(size));
  const all = await cost(async () => {
    for (const piece of pieces) await piece();
  });
  return all / times;
}

async function cost(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return Math.max((user + system) / 1000, 0.01);
}
