import { usedAs } from '#lib/model/identity/policy/references.ts';
import type { Reference } from '#lib/model/platform/reference.ts';
import type { BackupRecord } from '#lib/store/compute/backups.ts';
import { allSnapshots } from '#lib/store/compute/snapshots.ts';

/** The backups of an instance that a schedule with this retention deletes at its next run, as their deletion. */
export async function prunedBy(
  { retention_count }: Pick<BackupRecord, 'retention_count'>,
  account: string,
  instance: string,
): Promise<Reference[]> {
  const backups = (await allSnapshots(account)).filter(
    ({ instance_id, trigger, status }) => instance_id === instance && trigger === 'schedule' && status === 'available',
  );
  return backups
    .toReversed()
    .slice(retention_count)
    .map(({ id }) => usedAs('snapshot', 'compute:DeleteSnapshot')(id));
}
