import { type Context, retryOnConflict } from '#lib/domain/platform/context.ts';
import { removeBackup } from '#lib/store/compute/backups.ts';
import { editableBackup } from './resource.ts';

interface Deleted {
  instance_id: string;
  deleted: true;
}

/** Takes an instance's backup schedule off, set or not; its snapshots stay. 409 once the instance is terminating. */
export function deleteBackupSchedule(context: Context, { id }: { id: string }): Promise<Deleted> {
  return retryOnConflict(async () => {
    const { staying } = await editableBackup(context, id);
    const reply: Deleted = { instance_id: id, deleted: true };
    return context.commit({ writes: [staying, removeBackup(context.principal.account_id, id)], reply });
  });
}
