import { Cron } from 'croner';

/**
 * The next moment after this one at which a valid cron text of five fields is due in a time zone; null where there is none.
 * A time that the clocks leave out in spring is due when they have jumped, one that they repeat in autumn the first time
 * only; an hourly schedule (`*`) is due every hour that passes.
 */
export function nextRun(cron: string, timezone: string, after: Date): Date | null {
  return new Cron(cron.trim(), { timezone, mode: '5-part', fixedTimeRule: 'no-wildcard' }).nextRun(after);
}
