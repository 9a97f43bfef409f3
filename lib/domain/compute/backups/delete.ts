import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { removeBackup } from '#lib/store/compute/backups.ts';
import { editableBackup } from './resource.ts';

interface Deleted {
  instance_id: string;
  deleted: true;
}

/**
 * Deletes an instance's backup schedule, whether it was set or not. Its snapshots are kept. 409 where the instance is
 * terminating.
 */
export function deleteBackupSchedule(context: Context, { id }: { id: string }): Promise<Deleted> {
  return retryOnConflict(async () => {
    const { notTerminating } = await editableBackup(context, id);
    const reply: Deleted = { instance_id: id, deleted: true };
    return context.commit({ writes: [notTerminating, removeBackup(context.principal.account_id, id)], reply });
  });
}
