/** As much work at a time as there are lanes; the rest waits its turn. */
export class Lanes {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(lanes: number) {
    this.#free = lanes;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

/**
 * Does the work for each thing, at most so many at a time, and takes the next from the source only then. The first
 * failure ends it, once what is under way has ended; the signal given to the work is then aborted.
 */
export async function forEach<T>(
  source: AsyncIterable<T> | Iterable<T>,
  lanes: number,
  signal: AbortSignal,
  work: (thing: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const active = new Set<Promise<void>>();
  try {
    for await (const thing of endedBy(either, source)) {
      const one: Promise<void> = work(thing, either)
        .catch((error: unknown) => failed.abort(error))
        .finally(() => active.delete(one));
      active.add(one);
      if (active.size >= lanes) await Promise.race(active);
      either.throwIfAborted();
    }
  } catch (error) {
    failed.abort(error);
  }
  await Promise.all(active);
  either.throwIfAborted();
}

/** What a source gives until the signal is aborted: a source that waits, such as a pipe, is not waited for. */
async function* endedBy<T>(signal: AbortSignal, source: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  const things = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  // Nobody need listen where everything is given before.
  aborted.catch(() => undefined);
  for (;;) {
    const { value, done } = await Promise.race([things.next(), aborted]);
    if (done) return;
    yield value;
  }
}
