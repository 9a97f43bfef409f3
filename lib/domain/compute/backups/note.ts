import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { BackupRecord } from '#lib/store/compute/backups.ts';
import { addEvent, getInstance } from '#lib/store/compute/instances.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** The event of a backup that did not come about: it was skipped where the instance was busy, and failed otherwise. */
export async function noteBackup(
  { account_id, instance_id }: Pick<BackupRecord, 'account_id' | 'instance_id'>,
  type: 'backup_failed' | 'backup_skipped',
  why: string,
  now: Date,
): Promise<Write> {
  const record = await getInstance(account_id, instance_id);
  return addEvent(
    account_id,
    instance_id,
    {
      at: rfc3339(now),
      type,
      from: record?.status ?? null,
      to: record?.status ?? null,
      actor: 'system',
      request_id: null,
      message: why,
    },
    now,
  );
}
