import { useSyncExternalStore } from 'react';
import { onClock, platformClock } from '#lib/web/api/clock.ts';

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
  const words = counted(count, unit);
  return seconds < 0 ? `${words} ago` : `in ${words}`;
}

/** A span of at least a second in its two largest units: "1 day 2 hours". */
export function span(seconds: number): string {
  let left = seconds;
  const words = steps.flatMap(([unit, length]) => {
    const count = Math.trunc(left / length);
    left -= count * length;
    return count === 0 ? [] : counted(count, unit);
  });
  return words.slice(0, 2).join(' ');
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

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

/** The device's present moment, in milliseconds since 1970, at most five seconds old. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

/** The platform's present moment, in milliseconds since 1970: what it dates is compared with this. */
export function usePlatformNow(): number {
  useSyncExternalStore(onClock, () => platformClock.now(0));
  return platformClock.now(Math.max(useNow(), Date.now() - 5_000));
}

/**
 * A moment of the API: how long ago by the platform's clock, and exactly in its title. Nothing for null. A moment that
 * follows the `real` clock, as the end of a signed address does, is counted by that.
 */
export function Time({ at, real = false }: { at: string | null | undefined; real?: boolean }) {
  const present = usePlatformNow() - (real ? platformClock.ahead * 1000 : 0);
  if (!at) return <span className="about">–</span>;
  const then = Date.parse(at);
  return (
    <time dateTime={at} title={exact(new Date(then))}>
      {ago(then, present)}
    </time>
  );
}
