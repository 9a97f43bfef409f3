import { useSyncExternalStore } from 'react';

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** How long ago a moment is, or in how long: "3 minutes ago". Both are milliseconds since 1970. */
export function ago(then: number, now: number): string {
  const seconds = Math.round((then - now) / 1000);
  const [unit, length] = steps.find(([, least]) => Math.abs(seconds) >= least) ?? ['second', 1];
  return relative.format(Math.trunc(seconds / length), unit);
}

let now = Date.now();
const listeners = new Set<() => void>();
setInterval(() => {
  if (listeners.size === 0 || document.visibilityState === 'hidden') return;
  now = Date.now();
  for (const listen of listeners) listen();
}, 5_000);

function subscribe(listen: () => void): () => void {
  now = Date.now();
  listeners.add(listen);
  return () => listeners.delete(listen);
}

/** The present moment, in milliseconds since 1970, at most five seconds old. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

/** A moment of the API: how long ago, and exactly in its title. Nothing for null. */
export function Time({ at }: { at: string | null | undefined }) {
  const present = useNow();
  if (!at) return <span className="about">–</span>;
  const then = Date.parse(at);
  return (
    <time dateTime={at} title={exact.format(then)}>
      {ago(then, Math.max(present, Date.now() - 5_000))}
    </time>
  );
}
