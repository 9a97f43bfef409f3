import { S3Error } from '#lib/local/s3/errors.ts';
import type { Blobs } from './blobs.ts';
import type { BucketRecord } from './records.ts';
import type { Tables } from './tables.ts';

/** The clock by which objects are dated and lifecycles run. */
export interface StoreClock {
  now(): Date;
}

/** All stored data, and the only way to change a bucket. */
export class Store {
  readonly tables: Tables;
  readonly blobs: Blobs;
  readonly clock: StoreClock;
  readonly #changing = new Set<Promise<unknown>>();

  constructor(tables: Tables, blobs: Blobs, clock: StoreClock) {
    this.tables = tables;
    this.blobs = blobs;
    this.clock = clock;
  }

  /** Resolves when all changes in progress are on the disk or have failed. */
  async settled(): Promise<void> {
    while (this.#changing.size > 0) await Promise.allSettled(this.#changing);
  }

  /** A bucket, also while it is being deleted. */
  peek(name: string): BucketRecord | undefined {
    return name.length > 63 || name === '' ? undefined : this.tables.buckets.get(bucketKey(name));
  }

  /** A bucket that clients may use. Throws NoSuchBucket, also for one that is being deleted. */
  bucket(name: string): BucketRecord {
    const bucket = this.peek(name);
    if (bucket?.status === 'active') return bucket;
    throw new S3Error('NoSuchBucket', { details: { BucketName: name } });
  }

  /**
   * Changes a bucket's contents in one transaction, which sees the bucket as it is then. Resolves once the change is on
   * the disk. Throws NoSuchBucket where the bucket was deleted meanwhile, even if there is a new one of the same name.
   */
  async change<Result>({ name, id }: BucketRecord, change: (bucket: BucketRecord) => Result): Promise<Result> {
    const changing = this.tables.commit(() => {
      const fresh = this.bucket(name);
      if (fresh.id !== id) throw new S3Error('NoSuchBucket', { details: { BucketName: name } });
      return change(fresh);
    });
    this.#changing.add(changing);
    try {
      return await changing;
    } finally {
      this.#changing.delete(changing);
      this.blobs.collectSoon();
    }
  }
}

/** The key of a bucket's row. */
export function bucketKey(name: string): Buffer {
  return Buffer.from(name);
}
