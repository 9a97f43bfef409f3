import { forEachDue } from '#lib/domain/platform/operations/for-each.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { allWork } from '#lib/model/platform/spread.ts';
import { dueBackups, nextBackup } from '#lib/store/compute/backups.ts';
import { runBackup } from './run.ts';

/** Backups that are started at the same time, so that a slow one does not delay those of other accounts. */
const concurrency = 16;

/** Starts every backup that is due, once each. Returns when the next one is due: in one second if some remain. */
export async function runBackups(share = allWork): Promise<{ next_at: string | null }> {
  const now = civilNow();
  const all = await forEachDue(dueBackups(rfc3339(now)), (record) => runBackup(record, now), { concurrency, share });
  return { next_at: all ? await nextBackup(share) : rfc3339(new Date(now.getTime() + 1000)) };
}
