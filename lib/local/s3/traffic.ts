import { successor } from './store/keys.ts';
import type { Tables } from './store/tables.ts';

/** The requests by kind and the bytes of a bucket in one hour. */
export interface TrafficCounts {
  get: number;
  put: number;
  list: number;
  delete: number;
  egress: number;
  ingress: number;
}

const HOUR = 3_600_000;

/**
 * Counts requests and bytes for metering. Counts are in memory and written every second, so that a crash loses at most
 * one second.
 */
export class Traffic {
  readonly #tables: Tables;
  readonly #now: () => Date;
  #counts = new Map<string, TrafficCounts>();
  #flushed = Promise.resolve();
  readonly #timer: NodeJS.Timeout;

  constructor(tables: Tables, now: () => Date, log: (message: string) => void) {
    this.#tables = tables;
    this.#now = now;
    this.#timer = setInterval(() => {
      this.flush().catch((error: unknown) => log(`traffic was not recorded: ${String(error)}`));
    }, 1000);
    this.#timer.unref();
  }

  /** Adds to the current hour of a bucket. */
  count(bucketId: string, what: Partial<TrafficCounts>): void {
    const hour = Math.floor(this.#now().getTime() / HOUR);
    const row = `${bucketId}${hour.toString(16).padStart(8, '0')}`;
    const counts = this.#counts.get(row) ?? { get: 0, put: 0, list: 0, delete: 0, egress: 0, ingress: 0 };
    for (const [name, by] of Object.entries(what) as [keyof TrafficCounts, number][]) counts[name] += by;
    this.#counts.set(row, counts);
  }

  /** Writes the counts. Resolves when everything that was counted before the call is written. */
  flush(): Promise<void> {
    this.#flushed = this.#flushed.catch(() => undefined).then(() => this.#write());
    return this.#flushed;
  }

  async #write(): Promise<void> {
    if (this.#counts.size === 0) return;
    const counted = this.#counts;
    this.#counts = new Map();
    await this.#tables.commit(() => {
      for (const [row, counts] of counted) {
        const key = Buffer.from(row, 'hex');
        const sum: Record<string, number> = { ...this.#tables.traffic.get(key) };
        for (const [name, by] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + by;
        this.#tables.traffic.putSync(key, sum);
      }
    });
  }

  /** The hours of a bucket that have counts, from `from` up to `to`. */
  hours(bucketId: string, from = new Date(0), to = this.#now()): { at: Date; counts: TrafficCounts }[] {
    const bucket = Buffer.from(bucketId, 'hex');
    const rows = this.#tables.traffic.getRange({ start: bucket, end: successor(bucket) as Buffer });
    return [...rows]
      .map(({ key, value }) => ({
        at: new Date(key.readUInt32BE(8) * HOUR),
        counts: value as unknown as TrafficCounts,
      }))
      .filter(({ at }) => at.getTime() > from.getTime() - HOUR && at <= to);
  }

  /** Removes a bucket's counts; inside a commit. */
  forget(bucketId: string): void {
    const bucket = Buffer.from(bucketId, 'hex');
    for (const row of [...this.#counts.keys()]) if (row.startsWith(bucketId)) this.#counts.delete(row);
    const rows = [...this.#tables.traffic.getKeys({ start: bucket, end: successor(bucket) as Buffer })];
    for (const row of rows) this.#tables.traffic.removeSync(row);
  }

  /** Writes the remaining counts and stops. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
