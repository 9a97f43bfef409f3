/**
 * The first moment after `after` at which a valid cron text of five fields is due in a time zone; null where there is
 * none. A time that is skipped when clocks go forward is due right after the jump. A time that is repeated when clocks
 * go back is due only the first time. An hourly schedule (`*`) is due in every hour that passes. The library is loaded
 * at first use.
 */
export async function nextRun(cron: string, timezone: string, after: Date): Promise<Date | null> {
  const { Cron } = await import('croner');
  return new Cron(cron.trim(), { timezone, mode: '5-part', fixedTimeRule: 'no-wildcard' }).nextRun(after);
}
