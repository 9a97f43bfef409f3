import { environment, setting } from './settings.ts';

/*
 * A platform on a laptop may load another state while it runs. Each load begins a generation of its installation. The
 * programs of a platform know it by the environment, since they share no module. A deployment has one generation.
 */

/** The generation of the state that this process works on; empty where none was loaded yet. */
export const generation = (): string => setting('SVC_GENERATION') ?? '';

/** Begins a generation in this process. What it kept for the one before is not used again. */
export function beginGeneration(next: string): void {
  environment().SVC_GENERATION = next;
}

/** A value that this process keeps for one generation, such as a cache, and makes anew for the next. */
export function perGeneration<T>(make: () => T): () => T {
  let made: { of: string; value: T } | undefined;
  return () => {
    const of = generation();
    if (made?.of !== of) made = { of, value: make() };
    return made.value;
  };
}
