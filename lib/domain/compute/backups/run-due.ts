import { forEachAbreast } from '#lib/domain/platform/operations/for-each.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { dueBackups, nextBackup } from '#lib/store/compute/backups.ts';
import { runBackup } from './run.ts';

/** Backups that are begun beside one another: a slow one holds up no other account's. */
const abreast = 16;

/** Milliseconds after which the rest is left to the scheduled task's next run, before the function is given up. */
const patience = 20_000;

/** Begins every backup that is due, once each; names when the next one is, or at once where some are left. */
export async function runBackups(): Promise<{ next_at: string | null }> {
  const now = civilNow();
  const end = realNow().getTime() + patience;
  const goOn = () => realNow().getTime() < end;
  const all = await forEachAbreast(dueBackups(rfc3339(now)), abreast, (record) => runBackup(record, now), goOn);
  return { next_at: all ? await nextBackup() : rfc3339(new Date(now.getTime() + 1000)) };
}
