import { forEachConcurrently } from '#lib/domain/platform/operations/for-each.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { dueBackups, nextBackup } from '#lib/store/compute/backups.ts';
import { runBackup } from './run.ts';

/** Backups that are started at the same time, so that a slow one does not delay those of other accounts. */
const concurrency = 16;

/** Milliseconds after which the remaining backups are left for the next run, within the function's timeout. */
const runTime = 20_000;

/** Starts every backup that is due, once each. Returns when the next one is due: in one second if some remain. */
export async function runBackups(): Promise<{ next_at: string | null }> {
  const now = civilNow();
  const end = realNow().getTime() + runTime;
  const hasTime = () => realNow().getTime() < end;
  const all = await forEachConcurrently(
    dueBackups(rfc3339(now)),
    concurrency,
    (record) => runBackup(record, now),
    hasTime,
  );
  return { next_at: all ? await nextBackup() : rfc3339(new Date(now.getTime() + 1000)) };
}
