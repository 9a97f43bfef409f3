import { statfs } from 'node:fs/promises';
import type { Log } from '#lib/local/log.ts';

const MIB = 1024 * 1024;
/** Less room than this is as good as none: the table, the workflows and objects write at the same time. */
const LEAST_FREE_BYTES = 16 * MIB;
const EVERY_MS = 2_000;

/** Says when the disk of the data folder is full, and when there is room again. Answers the function that ends it. */
export function watchRoom(path: string, log: Pick<Log, 'warn' | 'info'>): () => void {
  let isFull = false;
  const look = async () => {
    const { bavail, bsize } = await statfs(path);
    const wasFull = isFull;
    isFull = bavail * bsize < LEAST_FREE_BYTES;
    if (isFull && !wasFull) {
      const free = Math.floor((bavail * bsize) / MIB);
      log.warn(
        `SVC_DATA_DIR ${path} is on a full disk (${free} MiB free); what cannot be written is answered with 503`,
      );
    }
    if (!isFull && wasFull) log.info(`SVC_DATA_DIR ${path} has room again`);
  };
  // A folder that is gone is not a full one.
  const timer = setInterval(() => void look().catch(() => undefined), EVERY_MS).unref();
  return () => clearInterval(timer);
}
