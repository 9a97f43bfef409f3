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
    for await (const thing of source) {
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
