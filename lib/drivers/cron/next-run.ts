/**
 * The next moment after this one at which a valid cron text of five fields is due in a time zone; null where there is
 * none. A time that the clocks leave out in spring is due when they have jumped, one that they repeat in autumn the
 * first time only; an hourly schedule (`*`) is due every hour that passes. The library is loaded when a schedule is
 * first looked at.
 */
export async function nextRun(cron: string, timezone: string, after: Date): Promise<Date | null> {
  const { Cron } = await import('croner');
  return new Cron(cron.trim(), { timezone, mode: '5-part', fixedTimeRule: 'no-wildcard' }).nextRun(after);
}
