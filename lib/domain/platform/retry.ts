import { pause } from '#lib/drivers/clocks/real.ts';
import { Stale } from '#lib/store/platform/write.ts';

const maxAttempts = 6;

/** Runs a verb. If an input changes meanwhile (Stale), runs it again from its reads, up to `attempts` times. */
export async function retryOnConflict<T>(
  verb: () => Promise<T>,
  attempts = maxAttempts,
  pause?: () => Promise<void>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await verb();
    } catch (error) {
      if (!(error instanceof Stale) || attempt === attempts) throw error;
      await pause?.();
    }
  }
}

/**
 * `retryOnConflict` for an input that many verbs change, such as the next number of a series: up to 24 times, 0 to 0.2
 * s apart.
 */
export const retryOnContention = <T>(verb: () => Promise<T>): Promise<T> =>
  retryOnConflict(verb, 24, () => pause(Math.random() * 200));

/** Whether an error means that a verb gave up because its inputs kept changing. */
export const isStale = (error: unknown): boolean => error instanceof Stale;
