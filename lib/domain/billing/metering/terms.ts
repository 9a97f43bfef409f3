import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { nextIstHour } from '#lib/model/platform/ist.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { placeOf } from '#lib/model/platform/spread.ts';
import type { BookRecord } from '#lib/store/billing/metering.ts';

/** Up to when an account is charged (epoch seconds), and by how many seconds the charge is posted later. */
interface Terms {
  readonly until: number;
  readonly delay: number;
}

/**
 * Seconds between a full hour and the moment at which this account is charged for it. In a deployment accounts are
 * spread over most of the hour, since a million of them cannot be charged in its first minute.
 */
const delayOf = (account: string): number => placeOf(account, setting('SVC_SPREAD'));

/** When an account that was charged up to `through` (epoch seconds) is charged for the full hour after it. */
export const dueForHour = (account: string, through: number): number =>
  nextIstHour(new Date(through * 1000)).getTime() / 1000 + delayOf(account);

/**
 * What is charged at `now`: the use up to the last full hour where the account is due for that alone; the use up to now
 * after a change, and where the grace period of an empty wallet ends.
 */
export function termsOf(account: string, { metering, marks }: BookRecord, now: Date): Terms {
  const upToNow = { until: Math.floor(now.getTime() / 1000), delay: 0 };
  if (!metering?.due || metering.due !== rfc3339(new Date(dueForHour(account, metering.through) * 1000)))
    return upToNow;
  if (marks.some(({ at }) => at > metering.through && at <= upToNow.until)) return upToNow;
  const delay = delayOf(account);
  const before = nextIstHour(new Date((upToNow.until - delay) * 1000)).getTime() / 1000 - 3600;
  return { until: Math.max(metering.through, before), delay };
}
