import { environment, setting } from './settings.ts';

/*
 * A platform on a laptop may load another state while it runs. Each load begins a new generation. The programs of a
 * platform get it from the environment, since they share no memory. A deployment has one generation.
 */

/** The generation of this process's state; empty if none has been loaded yet. */
export const generation = (): string => setting('SVC_GENERATION') ?? '';

/** Begins a generation in this process. Values cached for the previous one are not used again. */
export function beginGeneration(next: string): void {
  environment().SVC_GENERATION = next;
}

/** A value that this process caches for one generation and makes again for the next. */
export function perGeneration<T>(make: () => T): () => T {
  let made: { of: string; value: T } | undefined;
  return () => {
    const of = generation();
    if (made?.of !== of) made = { of, value: make() };
    return made.value;
  };
}
