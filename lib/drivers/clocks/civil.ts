import { existsSync, readFileSync } from 'node:fs';
import { setting } from '#lib/model/platform/settings.ts';
import { realNow } from './real.ts';

/**
 * The time of the civil clock: tokens, codes, schedules, metering, retention, lifetime of idempotency records. On a
 * laptop it can be moved ahead of the real clock (contract 4.11: /dev/clock) through SVC_CLOCK_FILE, `{"offset_ms":n}`.
 */
export function civilNow(): Date {
  return new Date(realNow().getTime() + clockAhead());
}

/** Milliseconds by which the civil clock was moved ahead of the real one; 0 where it was not. */
export function clockAhead(): number {
  const file = setting('SVC_CLOCK_FILE');
  // Most clocks are never moved, and an exception for each reading costs more than this check.
  if (!file || !existsSync(file)) return 0;
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { offset_ms: number }).offset_ms;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

/** RFC 3339, UTC, whole seconds (contract 1.1). */
export function rfc3339(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}
