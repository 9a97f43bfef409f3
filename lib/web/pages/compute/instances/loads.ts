import type { Metrics } from '#lib/generated/client/schemas.ts';

/** The CPU usage of one instance in the last hour. */
export type Load = Pick<Metrics, 'instance_id' | 'from' | 'to' | 'step_seconds'> & {
  readonly series: Pick<Metrics['series'], 'cpu_percent'>;
};

/** Reads the usage of up to 50 instances. */
export type ReadLoads = (ids: readonly string[]) => Promise<readonly Load[]>;

/** How many instances one request names, as the API allows. */
const most = 50;
/** Milliseconds after which a load is read again. */
const old = 60_000;
/** Milliseconds after which a load is read again beside one that is old: so that all of a screen are read together. */
const aging = 30_000;

interface Known {
  readonly load: Load | undefined;
  /** When it was asked for. */
  readonly at: number;
}

/** The loads of the instances that are watched: rows on the screen of instances that run. */
export class Loads {
  readonly #known = new Map<string, Known>();
  readonly #watched = new Set<string>();
  readonly #listeners = new Set<() => void>();
  readonly #read: ReadLoads;
  readonly #now: () => number;

  constructor(read: ReadLoads, now: () => number = Date.now) {
    this.#read = read;
    this.#now = now;
  }

  readonly subscribe = (listen: () => void): (() => void) => {
    this.#listeners.add(listen);
    return () => this.#listeners.delete(listen);
  };

  readonly of = (id: string): Load | undefined => this.#known.get(id)?.load;

  watch(id: string): void {
    this.#watched.add(id);
  }

  leave(id: string): void {
    this.#watched.delete(id);
  }

  /** Reads what is watched and old. Nothing that is watched means no request. */
  async refresh(): Promise<void> {
    const now = this.#now();
    const olderThan = (age: number) =>
      [...this.#watched].filter((id) => now - (this.#known.get(id)?.at ?? Number.NEGATIVE_INFINITY) >= age);
    if (olderThan(old).length === 0) return;
    const ids = olderThan(aging);
    for (const id of ids) this.#known.set(id, { load: this.of(id), at: now });
    const pages = Array.from({ length: Math.ceil(ids.length / most) }, (_, at) =>
      ids.slice(at * most, (at + 1) * most),
    );
    await Promise.all(pages.map((page) => this.#readPage(page, now)));
  }

  /** What fails is read again a minute later: an instance of the page may have just gone. */
  async #readPage(ids: readonly string[], at: number): Promise<void> {
    const loads = await this.#read(ids).catch(() => []);
    for (const load of loads) this.#known.set(load.instance_id, { load, at });
    for (const listen of this.#listeners) listen();
  }
}

/** The newest value in whole percent; undefined where there is none. */
export const newestOf = ({ series }: Load): number | undefined => {
  const value = series.cpu_percent.at(-1)?.[1];
  return value === undefined ? undefined : Math.round(value);
};

/** A line of the load in a box of this size, from 0 to 100 %: the `d` of an SVG path. Missing steps are gaps. */
export function lineOf({ from, to, step_seconds, series }: Load, width: number, height: number): string {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  let last = Number.NEGATIVE_INFINITY;
  const parts = series.cpu_percent.map(([at, value]) => {
    const time = Date.parse(at);
    const isNext = time - last <= step_seconds * 1500;
    last = time;
    const x = (Math.max(0, time - begin) / Math.max(1, end - begin)) * width;
    const y = height - (Math.min(Math.max(value, 0), 100) / 100) * height;
    // A point alone is a line of no length, which a round cap makes visible.
    return `${isNext ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}${isNext ? '' : 'h0'}`;
  });
  return parts.join('');
}
