import { useSyncExternalStore } from 'react';

/*
 * Times are written without Intl: its first format of each kind takes a phone 30 ms, and every list has a time.
 */

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number): string => String(value).padStart(2, '0');

/** A moment as the browser's clock shows it: "3 Nov 2026, 09:05:00". */
function exact(at: Date): string {
  const date = `${at.getDate()} ${months[at.getMonth()]} ${at.getFullYear()}`;
  return `${date}, ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`;
}

const steps: readonly (readonly [string, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** How long ago a moment is, or in how long: "3 minutes ago". Both are milliseconds since 1970. */
export function ago(then: number, now: number): string {
  const seconds = Math.round((then - now) / 1000);
  const [unit, length] = steps.find(([, least]) => Math.abs(seconds) >= least) ?? ['second', 1];
  const count = Math.trunc(Math.abs(seconds) / length);
  if (count === 0) return 'now';
  if (unit === 'day' && count === 1) return seconds < 0 ? 'yesterday' : 'tomorrow';
  const words = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return seconds < 0 ? `${words} ago` : `in ${words}`;
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
    <time dateTime={at} title={exact(new Date(then))}>
      {ago(then, Math.max(present, Date.now() - 5_000))}
    </time>
  );
}
