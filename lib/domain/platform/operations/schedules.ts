import { realNow } from '#lib/drivers/clocks/real.ts';
import type { Measured } from '#lib/model/platform/measured.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { finishedSchedules, storeFinished } from '#lib/store/platform/finished-schedules.ts';
import { nextIntent } from '#lib/store/platform/outbox.ts';

/** Milliseconds by which a schedule may be late, beyond the time between two of its runs. */
const graceMs = 5 * 60_000;

/** Notes that a schedule has come to an end; nothing where no alarm looks at that. */
export async function noteEnd(schedule: string): Promise<void> {
  if (setting('SVC_METRICS')) await storeFinished({ schedule, at: realNow().getTime() });
}

/** What alarms look at of work that schedules do; nothing where there are none. */
export async function measuredWork(): Promise<Measured> {
  if (!setting('SVC_METRICS')) return {};
  return { SchedulesUnfinished: await unfinishedSchedules(), OutboxAge: await outboxAge() };
}

/** Seconds by which the workflow is overdue that should have started first. */
async function outboxAge(): Promise<number> {
  const now = realNow().getTime();
  return Math.max(0, Math.round((now - ((await nextIntent()) ?? now)) / 1000));
}

/**
 * The schedules that have not come to an end for five minutes longer than there are between two runs: they fail, take
 * too long, or are not started. One that never came to an end counts from the first look on.
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
