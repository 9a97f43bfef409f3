import { realNow } from '#lib/drivers/clocks/real.ts';
import type { Measured } from '#lib/model/platform/measured.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { nextIntent } from '#lib/store/platform/due-operations.ts';
import { finishedSchedules, storeFinished } from '#lib/store/platform/finished-schedules.ts';

/** Milliseconds by which a scheduled task may be late, in addition to the time between two runs. */
const graceMs = 5 * 60_000;

/** Records that a scheduled task has ended. Does nothing if no alarm uses it. */
export async function noteEnd(schedule: string): Promise<void> {
  if (setting('SVC_METRICS')) await storeFinished({ schedule, at: realNow().getTime() });
}

/** The measurements of scheduled work for alarms. Empty if there are no alarms. */
export async function measuredWork(): Promise<Measured> {
  if (!setting('SVC_METRICS')) return {};
  return { SchedulesUnfinished: await unfinishedSchedules(), OutboxAge: await outboxAge() };
}

/** How many seconds the workflow that should have started first is overdue. */
async function outboxAge(): Promise<number> {
  const now = realNow().getTime();
  return Math.max(0, Math.round((now - ((await nextIntent()) ?? now)) / 1000));
}

/**
 * The scheduled tasks that have not ended for five minutes longer than the time between two runs: they fail, take too
 * long, or are not started. For a task that has never ended, the time counts from the first check.
 */
async function unfinishedSchedules(): Promise<string[]> {
  const periods = Object.entries(setting('SVC_SCHEDULES') ?? {});
  const now = realNow().getTime();
  const ends = new Map((await finishedSchedules()).map(({ schedule, at }) => [schedule, at]));
  const unknown = periods.filter(([schedule]) => !ends.has(schedule));
  await Promise.all(unknown.map(([schedule]) => storeFinished({ schedule, at: now })));
  const isLate = ([schedule, seconds]: [string, number]) =>
    now - (ends.get(schedule) ?? now) > seconds * 1000 + graceMs;
  return periods.filter(isLate).map(([schedule]) => schedule);
}
