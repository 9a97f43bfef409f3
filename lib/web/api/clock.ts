import { useSyncExternalStore } from 'react';
import { PlatformClock } from '#lib/client/platform-clock.ts';

const listeners = new Set<() => void>();

/** The clock of the platform, by which pages count. */
export const platformClock = new PlatformClock(() => {
  for (const listen of listeners) listen();
});

/** Is told when the platform's clock turns out to be another. Answers what ends that. */
export function onClock(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

/** Seconds by which the platform's clock was moved ahead; 0 where it was not. */
export const useAhead = (): number => useSyncExternalStore(onClock, () => platformClock.ahead);
