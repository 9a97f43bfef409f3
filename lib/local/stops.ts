import type { Log } from './log.ts';

/** Ends what was started, the last first. What cannot be ended in order is said, and keeps nothing else from ending. */
export async function stopInOrder(stops: (() => unknown)[], log: Pick<Log, 'warn'>): Promise<void> {
  for (const end of stops.splice(0).reverse()) {
    try {
      await end();
    } catch (error) {
      log.warn(`it did not stop in order: ${(error as Error).message}`);
    }
  }
}
