import { setTimeout as wait } from 'node:timers/promises';

/** Waits until `probe` answers something other than undefined or false; throws what it last saw after `patience` milliseconds. */
export async function eventually<T>(
  probe: () => T | Promise<T>,
  patience = 15_000,
): Promise<Exclude<T, undefined | false>> {
  const end = Date.now() + patience;
  for (;;) {
    const seen = await probe();
    if (seen !== undefined && seen !== false) return seen as Exclude<T, undefined | false>;
    if (Date.now() > end) throw new Error(`still ${String(seen)} after ${patience} ms`);
    await wait(20);
  }
}
