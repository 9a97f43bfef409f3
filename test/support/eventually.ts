import { setTimeout } from 'node:timers/promises';

/** Waits until `probe` answers something other than undefined or false; the test's own timeout is its limit. */
export async function eventually<T>(probe: () => T | Promise<T>): Promise<Exclude<T, undefined | false>> {
  for (;;) {
    const seen = await probe();
    if (seen !== undefined && seen !== false) return seen as Exclude<T, undefined | false>;
    await setTimeout(10);
  }
}
